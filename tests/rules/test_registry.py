"""How games take up rules: which rule answers which case, and when two answers clash."""

from __future__ import annotations

import pytest
from pydantic import ValidationError

from adjudicator.engine.actions import Attack, Draw, Move
from adjudicator.rules.apply import apply
from adjudicator.rules.judge import judge
from adjudicator.rules.registry import Binding, Bindings, Registry, clashes, slots_of
from adjudicator.rules.shared import SHARED

from .tables import BASICS, bind, table, unit


def pairs(*bindings: Binding) -> list[tuple[str, str]]:
    return [(first.id, second.id) for first, second in clashes(bindings, SHARED.slots)]


def cost(id_: str, **when: str) -> Binding:
    return bind(id_, "zoc.additive_cost", when=when)


def test_two_answers_to_a_question_that_takes_one_clash() -> None:
    assert pairs(cost("a"), cost("b")) == [("a", "b")]
    assert pairs(cost("a"), bind("c", "zoc.rigid"), cost("b")) == [("a", "c"), ("a", "b"), ("c", "b")]


def test_answers_to_different_questions_never_clash() -> None:
    assert pairs(cost("a"), bind("who", "zoc.by_rating", rating="attack")) == []


def test_questions_that_take_many_answers_never_clash() -> None:
    first, second = (bind(id_, "modes.travel", name=id_) for id_ in ("regular", "rail"))
    assert pairs(first, second) == []


def test_answers_for_different_sides_do_not_clash_and_for_the_same_they_do() -> None:
    assert pairs(cost("a", side="red"), cost("b", side="blue")) == []
    assert pairs(cost("a", side="red"), cost("b", side="red")) == [("a", "b")]
    assert pairs(cost("a", side="red"), cost("b")) == [("a", "b")]
    assert pairs(cost("a"), cost("b", side="red")) == [("a", "b")]
    assert pairs(cost("a", side="red"), cost("b", kind="attack")) == [("a", "b")]
    assert pairs(cost("a", side="red", kind="attack"), cost("b", side="red", kind="mobile")) == []


def test_the_answer_for_a_side_is_found_and_a_lacking_one_is_an_error() -> None:
    bindings = Bindings((cost("a", side="red"), cost("b", side="blue"), bind("m", "modes.travel", name="regular")))
    assert bindings.one("zoc.movement", side="blue").id == "b"
    assert bindings.find("zoc.movement", side="green") is None
    assert [each.id for each in bindings.many("movement.mode", side="red")] == ["m"]
    with pytest.raises(LookupError, match=r"zoc\.movement"):
        bindings.one("zoc.movement", side="green")


def test_slots_and_rules_are_entered_once_and_only_for_questions_that_are_asked() -> None:
    registry = Registry()
    registry.slot("weather", "What is the weather?")
    with pytest.raises(ValueError, match="slot weather twice"):
        registry.slot("weather", "And again?")

    def sunny(*, warm: int = 20) -> int:
        """It is sunny.

        And warm.
        """
        return warm

    registry.rule("weather", "sky.sunny")(sunny)
    assert registry.rules["sky.sunny"].summary == "It is sunny."
    with pytest.raises(ValueError, match=r"rule sky\.sunny twice"):
        registry.rule("weather", "sky.sunny")(sunny)
    with pytest.raises(ValueError, match="which nobody asks"):
        registry.rule("tide", "sky.tide")(sunny)
    with pytest.raises(ValidationError):
        Binding("sun", registry.rules["sky.sunny"], given={"warmth": 3})
    assert Binding("sun", registry.rules["sky.sunny"])() == 20


def test_a_rule_that_watches_several_actions_is_entered_once_and_bound_to_all_or_some() -> None:
    registry = Registry({slot.name: slot for slot in slots_of((Move, Attack, Draw))})

    @registry.rule(name="watch.all", on=(Move, Attack))
    def watch() -> None:
        """It looks at both."""

    rule = registry.rules["watch.all"]
    both, one = Binding("both", rule), Binding("one", rule, on=("attack",))
    bindings = Bindings((both, one))
    assert bindings.many("check.move") == (both,)
    assert bindings.many("check.attack") == (both, one)
    assert bindings.many("check.draw") == bindings.many("after.move") == ()
    assert registry.asked(one.slots) == "What must an attack obey?"
    assert registry.rule(name="watch.after", after=(Draw,))(watch) is watch
    assert registry.rules["watch.after"].slots == ("after.draw",)


def test_a_check_may_be_bound_for_one_side_only() -> None:
    """Whose units act decides; where an action names none, whose phase it is."""
    rules = (*BASICS, bind("once", "checks.once", "1", when={"side": "red"}))
    at = table((unit("r", movement=4), "0505"), (unit("b", "blue", movement=4), "1010"), rules=rules)
    after = apply(apply(at, Move(("r",), "0506")), Move(("b",), "1011"))
    assert [each.rule for each in judge(after, Move(("r",), "0507")).findings] == ["once"]
    assert judge(after, Move(("b",), "1012")).findings == ()
