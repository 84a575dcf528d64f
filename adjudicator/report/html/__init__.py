"""The report as one web page: works offline and without scripts, asks for nothing from anywhere."""

from adjudicator.report.html.page import render_html

__all__ = ["render_html"]
