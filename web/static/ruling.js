// The last verdict: what it says, the hand as cards, the sum spelt out, who pays what.

import { $, both, el, english, signed, tone } from "./dom.js";

const WORD = JSON.parse($("rules").textContent).quantity;

const KINDS = {
  chi: ["吃", "chi"], peng: ["碰", "peng"], wei: ["偎", "wei"], kan: ["坎", "kan"],
  pao: ["跑", "pao"], ti: ["提", "ti"], jiang: ["将", "pair"], shun: ["顺", "run"],
  123: ["一二三", "1-2-3"], 2710: ["二七十", "2-7-10"], jiao: ["绞", "mixed"],
};
const SEALS = { confirmed: "准", miscounted: "差", false_win: "诈", unsure: "问" };
const RED = new Set("二七十贰柒拾");

const card = (face) =>
  el("span", { class: RED.has(face) ? "card red" : "card", "aria-hidden": "true" }, el("i", {}, face), el("i", {}, face));

const cards = (faces) =>
  el("span", { class: "cards", role: "img", "aria-label": faces }, ...[...faces].map(card));

// What the verdict says, in one line and one explanation.
function words(ruling, name) {
  const { answer, declared, xi, xi_possible: possible } = ruling;
  const right = xi ?? possible.join(" / ");
  if (answer === "confirmed") {
    return [`胡！${xi} ${WORD}`, { zh: `${name.zh}报得对`, en: `${name.en} wins with ${xi} xi` }];
  }
  if (answer === "miscounted") {
    const off = xi == null ? null : declared - xi;
    const line = off == null ? `${WORD}数不对` : off > 0 ? `多报 ${off} ${WORD}` : `少报 ${-off} ${WORD}`;
    const en = off == null ? "Wrong number" : off > 0 ? `${off} too many` : `${-off} too few`;
    return [line, {
      zh: `${name.zh}报 ${declared}，应是 ${right}`,
      en: `${en}: ${name.en} said ${declared}, the hand has ${right}`,
    }];
  }
  if (answer === "false_win") {
    return ["不能胡", { zh: `${name.zh}报 ${declared} ${WORD}`, en: `No win: ${name.en} said ${declared}` }];
  }
  return ["还差一句话", { zh: `${name.zh}报 ${declared} ${WORD}`, en: `One question first: ${name.en} said ${declared}` }];
}

function group({ kind, cards: faces, xi }) {
  const [zh, en] = KINDS[kind] ?? [kind, kind];
  return el("li", {}, cards(faces),
    el("span", { class: xi ? "kind" : "kind nought" }, `${zh} `, el("b", {}, String(xi))), english(en));
}

function sum({ groups, bonus, xi }) {
  const terms = groups.map((g) => g.xi).filter((n) => n > 0).sort((a, b) => b - a);
  const parts = [terms.join(" + ") || "0", bonus ? ` + 自摸 ${bonus}` : "", " = "];
  return el("p", { class: "sum" }, ...parts, el("b", {}, `${xi} ${WORD}`));
}

function points(now, players) {
  const got = new Map(now.points);
  return el("ul", { class: "points" }, ...players.filter((p) => got.has(p.seat)).map((p) =>
    el("li", {}, p.name.zh, " ", el("b", { class: tone(got.get(p.seat)) }, signed(got.get(p.seat))))));
}

function picture(name) {
  const href = `/pictures/${name}.jpg`;
  return el("figure", {},
    el("a", { href }, el("img", { src: href, alt: "判定时的牌桌 The table at the verdict", width: 1280, height: 720 })));
}

export function ruling(state, onAnswer, onFalseWin) {
  const now = state.ruling;
  const name = state.players.find((p) => p.seat === now.seat).name;
  const [line, plain] = words(now, name);
  const parts = [el("div", { class: "headline" },
    el("span", { class: "seal", "aria-hidden": "true" }, SEALS[now.answer]),
    el("strong", {}, line), el("span", { class: "plain" }, ...both(plain)))];
  if (now.reason && ["false_win", "unsure"].includes(now.answer)) parts.push(el("p", { class: "reason" }, ...both(now.reason)));
  if (now.question) {
    const buttons = now.question.choices.map((choice) => {
      const { zh, en } = choice.text;
      const tint = RED.has(zh) ? "red" : ""; // a card to choose
      const button = el("button", { type: "button", class: tint }, ...(zh === en ? [zh] : both(choice.text)));
      button.addEventListener("click", () => onAnswer(now.question.id, choice.value, button));
      return button;
    });
    const many = buttons.length > 4 ? "choices many" : "choices";
    parts.push(el("p", { class: "ask" }, ...both(now.question.text)), el("div", { class: many }, ...buttons));
  }
  if (now.offence) {
    const button = el("button", { type: "button" }, `记${now.offence}`, " ", english("Book the false win"));
    button.addEventListener("click", () => onFalseWin(now, name));
    parts.push(el("div", { class: "choices" }, button));
  }
  if (now.groups.length) {
    const most = [...now.groups].sort((a, b) => b.xi - a.xi);
    parts.push(el("ul", { class: "groups" }, ...most.map(group)));
    if (now.xi != null) parts.push(sum(now));
  }
  if (now.steps.length) parts.push(el("ul", { class: "steps" }, ...now.steps.map((s) => el("li", {}, ...both(s)))));
  if (now.points.length) parts.push(points(now, state.players));
  if (now.picture) parts.push(picture(now.picture));
  return parts;
}

export function history(state) {
  const seats = state.players.map((p) => p.seat);
  const head = el("tr", {}, el("th", { scope: "col" }, "局"),
    ...state.players.map((p) => el("th", { scope: "col" }, p.name.zh)));
  const rows = [...state.rounds].reverse().map((round) => {
    const points = new Map(round.points);
    const void_ = round.offences.some(([seat]) => seat === round.seat);
    const how = round.seat == null ? "荒" : void_ ? "无效" : `${round.xi} ${WORD}`;
    const names = round.offences.map(([seat, name]) => `${state.players.find((p) => p.seat === seat)?.name.zh ?? ""}${name}`);
    return el("tr", {}, el("td", {}, `${round.number} · ${how}`, names.length ? el("small", { class: "fault" }, names.join("、")) : null),
      ...seats.map((seat) => el("td", { class: seat === round.seat && !void_ ? "winner" : "" }, signed(points.get(seat) ?? 0))));
  });
  return [el("thead", {}, head), el("tbody", {}, ...rows)];
}
