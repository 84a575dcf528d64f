"use strict";
const data = JSON.parse(document.getElementById("data").textContent);
const answers = { game: data.game, module: data.module, facts: {}, units: {}, charts: {} };
const byId = (id) => document.getElementById(id);
const make = (tag, more = {}, ...inner) => {
  const made = Object.assign(document.createElement(tag), more);
  made.append(...inner);
  return made;
};
const told = () => {
  const facts = Object.keys(answers.facts).length, units = Object.keys(answers.units).length;
  byId("told").textContent = `${facts} facts and ${units} counters answered, ${data.facts.filter((each) => each.sure < data.line && answers.facts[each.fact] === undefined).length} facts doubtful`;
};

// --- the map
const lit = new Set();
const canvas = byId("over");
const paint = () => {
  if (!canvas) return;
  const pen = canvas.getContext("2d");
  pen.clearRect(0, 0, canvas.width, canvas.height);
  for (const each of data.facts) {
    const answer = answers.facts[each.fact];
    const said = answer === undefined ? each.value : answer;
    if (each.kind !== "terrain" && said === "none" && each.sure >= data.line) continue;
    const colour = answer !== undefined ? "#070" : each.sure >= data.line ? "#000" : "#c00";
    const y = each.y + ({ route: 9, level: 15 }[each.kind] || 0);
    if (lit.has(each)) {
      pen.fillStyle = "#fd0a";
      pen.beginPath(); pen.arc(each.x, y - 3, each.kind === "terrain" ? 20 : 11, 0, 7); pen.fill();
    }
    pen.fillStyle = colour;
    if (each.kind !== "terrain" && said === "none") { // there are many, and a word for each would hide the map
      pen.beginPath(); pen.arc(each.x, y - 3, 2, 0, 7); pen.fill();
      continue;
    }
    pen.font = each.kind === "terrain" ? "bold 11px sans-serif" : "bold 9px sans-serif";
    pen.textAlign = "center";
    pen.lineWidth = 3; pen.strokeStyle = "#fffc"; pen.lineJoin = "round";
    pen.strokeText(said, each.x, y);
    pen.fillText(said, each.x, y);
  }
};
const show = (each) => {
  const board = byId("board");
  if (board) board.scrollTo(each.x - board.clientWidth / 2, each.y - board.clientHeight / 2);
};
const rows = new Map();
const row = (each) => {
  const field = make("input", { value: each.value, ariaLabel: each.question });
  field.setAttribute("list", `words-${each.kind}`);
  const line = make("tr", {}, make("td", {}, make("button", { type: "button", textContent: each.fact, onclick: () => show(each) })),
    make("td", {}, field), make("td", { className: "note", textContent: `${Math.floor(100 * each.sure)} %` }));
  const confirm = make("button", { type: "button", textContent: "so it is" });
  confirm.onclick = () => {
    answers.facts[each.fact] = field.value.trim() || "none";
    line.className = "done";
    paint(); told();
  };
  field.onchange = confirm.onclick;
  line.append(make("td", {}, confirm));
  rows.set(each.fact, line);
  return line;
};
for (const [kind, words] of Object.entries(data.words)) {
  document.body.append(make("datalist", { id: `words-${kind}` }, ...words.map((value) => make("option", { value }))));
}
const doubtful = data.facts.filter((each) => each.sure < data.line).sort((one, other) => one.sure - other.sure);
byId("facts").append(...doubtful.slice(0, 400).map(row));
if (canvas) {
  canvas.onclick = (event) => {
    const near = data.facts.map((each) => [Math.hypot(each.x - event.offsetX, each.y - event.offsetY), each]);
    const found = near.filter(([far]) => far < 30).sort(([one], [other]) => one - other).slice(0, 4).map(([, each]) => each);
    byId("picked").replaceChildren(...found.map(row));
  };
}

// --- all that was read as the same, at once
const groups = new Map();
for (const each of data.facts) {
  const name = `${each.kind}: ${each.value}`, group = groups.get(name) || { sure: [], doubtful: [] };
  group[each.sure >= data.line ? "sure" : "doubtful"].push(each);
  groups.set(name, group);
}
const all = (those) => {
  let given = [];
  const button = make("button", { type: "button", textContent: `${those.length} are so`, disabled: !those.length });
  button.onclick = () => {
    if (given.length) for (const each of given.splice(0)) delete answers.facts[each.fact]; // taken back
    else {
      given = those.filter((each) => answers.facts[each.fact] === undefined);
      for (const each of given) answers.facts[each.fact] = each.value;
    }
    button.ariaPressed = given.length > 0;
    paint(); told();
  };
  return button;
};
for (const [name, group] of [...groups].sort(([one], [other]) => (one < other ? -1 : 1))) {
  const light = make("input", { type: "checkbox", ariaLabel: `show ${name} on the map` });
  light.onchange = () => {
    for (const each of [...group.sure, ...group.doubtful]) if (light.checked) lit.add(each); else lit.delete(each);
    paint();
  };
  byId("groups").append(make("tr", {}, make("td", {}, make("label", {}, light, ` ${name}`)), make("td", {}, all(group.sure)), make("td", {}, all(group.doubtful))));
}

// --- the counters
for (const each of data.counters) {
  const choice = make("select", { ariaLabel: `the unit that ${each.title} is` },
    make("option", { value: "", textContent: "no answer" }),
    ...each.units.map(([id, name]) => make("option", { value: id, textContent: `${name} (${id})` })));
  const line = make("tr", {}, make("td", {}, each.picture ? make("img", { src: each.picture, alt: "", className: "counter" }) : ""),
    make("td", { textContent: each.title }), make("td", {}, choice), make("td", { className: "note", textContent: each.sure }));
  choice.onchange = () => {
    if (choice.value) answers.units[each.gpid] = choice.value; else delete answers.units[each.gpid];
    line.className = choice.value ? "done" : "";
    told();
  };
  if (each.bound) choice.value = each.units[0][0];
  const confirm = make("button", { type: "button", textContent: "so it is", onclick: () => choice.onchange() });
  line.append(make("td", {}, confirm));
  byId(each.bound && !each.doubted ? "bound" : "unbound").append(line);
}

// --- numbers on counters, and charts
const proposed = new Map();
for (const each of data.values) {
  const field = make("input", { className: "short", value: each.value, ariaLabel: each.question });
  const line = make("tr", {}, make("td", { textContent: each.question }), make("td", {}, field), make("td", { className: "note", textContent: each.note }));
  const confirm = make("button", { type: "button", textContent: "so it is" });
  confirm.onclick = () => {
    if (!/^\d+$/.test(field.value.trim())) return;
    answers.facts[each.fact] = field.value.trim();
    line.className = "done";
    told();
  };
  field.onchange = confirm.onclick;
  line.append(make("td", {}, confirm));
  byId("values").append(line);
  const rating = each.fact.split(" ")[0];
  if (each.sure >= data.line) proposed.set(rating, [...(proposed.get(rating) || []), [each, confirm]]);
}
for (const [rating, those] of proposed) {
  const confirm = () => { for (const [each, button] of those) if (answers.facts[each.fact] === undefined) button.onclick(); };
  byId("proposed").append(make("button", { type: "button", textContent: `${rating}: all ${those.length} are so`, onclick: confirm }), " ");
}
for (const chart of data.charts) {
  const table = make("table");
  const cells = chart.rows.map((line) => line.map((value) => make("input", { value, className: "short", ariaLabel: chart.name })));
  cells.forEach((line) => line.forEach((cell) => { cell.onchange = () => { answers.charts[chart.name] = cells.map((each) => each.map((field) => field.value)); }; }));
  table.append(...cells.map((line) => make("tr", {}, ...line.map((cell) => make("td", {}, cell)))));
  byId("charts").append(make("h3", { textContent: chart.name }), table);
}

byId("save").onclick = () => {
  const blob = new Blob([JSON.stringify(answers, null, 1)], { type: "application/json" });
  const link = make("a", { href: URL.createObjectURL(blob), download: "answers.json" });
  document.body.append(link);
  link.click();
  link.remove();
};
paint(); told();
