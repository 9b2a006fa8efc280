// The page of one table: shows the newest state, sends the winner's words.

import { $, both, el, english, signed, tone } from "./dom.js";
import { follow, send } from "./live.js";
import { booking } from "./booking.js";
import { history, ruling } from "./ruling.js";

const ROLES = { dealer: "庄", counter: "醒" };
const WORD = JSON.parse($("rules").textContent).quantity;
const form = $("declare");
const xi = $("xi");
let shown = {}; // what is on the page, part by part: only what changed is drawn again

function changed(part, value) {
  const now = JSON.stringify(value);
  const differs = shown[part] !== now;
  shown[part] = now;
  return differs;
}

function player({ seat, name, total, role }, gain) {
  return el("li", { "data-seat": seat },
    el("button", { type: "button", class: "who", "aria-label": `${name.zh} 改名 rename ${name.en}` }, ...both(name)),
    ROLES[role] && el("span", { class: `role ${role}` }, ROLES[role]),
    el("span", { class: "total" }, total < 0 ? signed(total) : String(total)),
    el("span", { class: `gain ${tone(gain)}` }, gain == null ? "" : signed(gain)));
}

function chips(box, field, players) {
  const chosen = new FormData(box.closest("form")).get(field);
  box.replaceChildren(...players.map((p) =>
    el("label", { class: "chip" },
      el("input", { type: "radio", name: field, value: p.seat, checked: String(p.seat) === chosen }),
      el("span", {}, p.name.zh, english(p.name.en)))));
}

function seats(players) {
  const playing = players.filter((p) => p.role !== "counter");
  chips($("seats"), "seat", playing);
  chips($("discarders"), "discarder", playing);
  if ($("offenders")) chips($("offenders"), "seat", players);
  asksDiscarder();
}

// A discarded card was somebody's, and not the winner's.
function asksDiscarder() {
  const said = new FormData(form);
  $("discarded").hidden = said.get("source") !== "discard";
  for (const input of $("discarders").querySelectorAll("input")) {
    input.closest("label").hidden = input.value === said.get("seat");
    if (input.closest("label").hidden) input.checked = false;
  }
}

function show(state) {
  const { status, ready, players, rounds, picture } = state;
  if (changed("status", [status, ready])) {
    $("status").className = ready ? "status ready" : "status";
    $("status").replaceChildren(el("span", {}, status.zh, english(status.en)));
  }
  for (const [part, text] of Object.entries({ warning: state.warning, hint: state.hint })) {
    if (!changed(part, text)) continue;
    $(part).hidden = !text;
    if (text) $(part).replaceChildren(...both(text));
  }
  book.show(state);
  const gains = new Map((state.ruling ? state.ruling.points : rounds.at(-1)?.points) ?? []);
  if (changed("players", [players, [...gains]])) {
    $("players").replaceChildren(...players.map((p) => player(p, gains.get(p.seat))));
    seats(players);
  }
  if (changed("open_seat", state.open_seat) && state.open_seat != null) {
    const offered = form.querySelector(`[name="seat"][value="${state.open_seat}"]`);
    if (offered) offered.checked = true; // whoever laid his hand open is about to declare
  }
  if (changed("ruling", [state.ruling, players.map((p) => p.name)])) {
    const box = $("ruling");
    box.hidden = !state.ruling;
    if (state.ruling) {
      box.className = `ruling ${state.ruling.answer} fresh`;
      box.replaceChildren(...ruling(state, onAnswer, book.falseWin));
    }
  }
  const current = picture !== state.ruling?.picture ? picture : null; // not the same one twice
  if (changed("picture", current)) {
    $("table").hidden = !current;
    if (current) {
      const href = `/pictures/${current}.jpg`;
      $("table").replaceChildren(
        el("a", { href }, el("img", { src: href, alt: "", width: 1280, height: 720 })),
        el("figcaption", {}, "刚才的牌桌 ", english("The table as last seen")));
    }
  }
  if (changed("rounds", [rounds, players.map((p) => p.name)])) {
    $("history").hidden = !rounds.length;
    $("history").querySelector("table").replaceChildren(...history(state));
  }
}

function refuse(message) {
  $("refusal").hidden = !message;
  if (message) $("refusal").replaceChildren(...both(message));
}

function label() {
  const number = Number.parseInt(xi.value, 10);
  $("hu").replaceChildren(`胡，${Number.isNaN(number) ? "？" : number} ${WORD}`, english("Declare the win"));
}

async function post(path, body, button) {
  button.disabled = true;
  refuse(null);
  try {
    const state = await send(path, body);
    take(state);
    if (state.ruling?.answer === "confirmed") form.reset(), label(), asksDiscarder(); // for the next round
    window.scrollTo({ top: 0, behavior: "smooth" });
  } catch (message) {
    if (!message.zh) throw message;
    refuse(message);
  } finally {
    button.disabled = false;
  }
}

const onAnswer = (question, choice, button) => post("/api/answer", { question, choice }, button);

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const said = new FormData(form);
  if (said.get("seat") === null) return refuse({ zh: "请选谁胡了", en: "Choose who won" });
  if (!/^\d+$/.test(xi.value.trim())) return refuse({ zh: `请填${WORD}数`, en: "Enter the number of xi" });
  if (said.get("source") === "discard" && said.get("discarder") === null) {
    return refuse({ zh: "请选谁打的", en: "Choose who discarded it" });
  }
  const body = { seat: Number(said.get("seat")), xi: Number(xi.value), source: said.get("source"), circumstances: said.getAll("circumstance") };
  if (body.source === "discard") body.discarder = Number(said.get("discarder"));
  await post("/api/declare", body, $("hu"));
});

for (const button of document.querySelectorAll("[data-step]")) {
  button.addEventListener("click", () => {
    const number = Number.parseInt(xi.value, 10) || 0;
    xi.value = Math.min(200, Math.max(0, number + Number(button.dataset.step)));
    label();
  });
}
xi.addEventListener("input", label);
xi.addEventListener("focus", () => xi.select());

form.addEventListener("change", asksDiscarder);

const book = booking((state) => take(state));
label();
show(JSON.parse($("first").textContent));
const take = follow(show, (online) => ($("offline").hidden = online));
