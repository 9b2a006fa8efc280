// 荒牌, offences, undo and the players' names. What costs somebody points asks once before.

import { $, both, english } from "./dom.js";
import { send } from "./live.js";

const { penalties } = JSON.parse($("rules").textContent);

// onState takes in the state that a booking leads to.
export function booking(onState) {
  let now = null;
  let agreed = null; // what 确定 sends

  function refuse(message, id = "book-refusal") {
    $(id).hidden = !message;
    if (message) $(id).replaceChildren(...both(message));
  }

  async function post(path, body, id) {
    refuse(null, id);
    try {
      onState(await send(path, body));
      return true;
    } catch (message) {
      if (!message.zh) throw message;
      refuse(message, id);
      return false;
    }
  }

  function ask(text, path, body) {
    refuse(null);
    agreed = [path, body];
    $("sure-text").replaceChildren(...both(text));
    $("sure").hidden = false;
    $("yes").focus({ preventScroll: true });
    $("sure").scrollIntoView({ block: "center" });
  }

  function close() {
    agreed = null;
    $("sure").hidden = true;
  }

  const cost = (name) => penalties[name] * (now.players.length - 1);

  $("yes").addEventListener("click", async () => {
    const [path, body] = agreed;
    close();
    if (await post(path, body) && $("offence")) toggle(true);
    if (path !== "/api/offence") window.scrollTo({ top: 0, behavior: "smooth" });
  });
  $("no").addEventListener("click", close);

  $("draw").addEventListener("click", () => ask(
    { zh: "这一局荒了，没人胡？", en: "The round is drawn: nobody won?" }, "/api/draw", { bookings: now.bookings }));
  $("undo").addEventListener("click", () => ask(
    { zh: `撤销“${now.last.zh}”？`, en: `Undo ${now.last.en}?` }, "/api/undo", { bookings: now.bookings }));

  function toggle(hidden) {
    $("offence").hidden = hidden;
    $("offend").setAttribute("aria-expanded", String(!hidden));
    if (hidden) $("offence").reset();
  }

  $("offend")?.addEventListener("click", () => toggle(!$("offence").hidden));
  $("offence")?.addEventListener("submit", (event) => {
    event.preventDefault();
    const said = new FormData($("offence"));
    const [seat, name] = [said.get("seat"), said.get("name")];
    if (seat === null) return refuse({ zh: "请选谁犯规", en: "Choose whose offence" });
    if (name === null) return refuse({ zh: "请选犯了哪一条", en: "Choose the offence" });
    const who = now.players.find((p) => p.seat === Number(seat)).name;
    const round = now.rounds.length + (said.get("when") === "last" ? 0 : 1);
    ask({ zh: `第 ${round} 局，${who.zh}${name}，付 ${cost(name)}？`, en: `Round ${round}: ${who.en} pays ${cost(name)}?` },
      "/api/offence", { seat: Number(seat), name, round, bookings: now.bookings });
  });

  $("players").addEventListener("click", (event) => {
    const button = event.target.closest("button.who");
    if (!button) return;
    const seat = Number(button.closest("li").dataset.seat);
    $("naming").dataset.seat = seat;
    $("name").value = now.players.find((p) => p.seat === seat).name.zh;
    refuse(null, "name-refusal");
    $("naming").showModal();
    $("name").select();
  });
  $("keep").addEventListener("click", () => $("naming").close());
  $("naming").querySelector("form").addEventListener("submit", async (event) => {
    event.preventDefault();
    const body = { seat: Number($("naming").dataset.seat), name: $("name").value };
    if (await post("/api/name", body, "name-refusal")) $("naming").close();
  });

  function show(state) {
    if (now && now.bookings !== state.bookings) close(); // somebody else was quicker
    now = state;
    $("undo").hidden = !state.last;
    if ($("when")) $("when").hidden = !state.rounds.length;
    $("pending").hidden = !state.pending.length;
    const names = state.pending.map(([seat, name]) => `${state.players.find((p) => p.seat === seat)?.name.zh ?? ""}${name}`);
    $("pending").replaceChildren(`这一局：${names.join("、")}，局终结算 `, english("paid when the round ends"));
  }

  const falseWin = (ruling, name) => ask(
    { zh: `${name.zh}${ruling.offence}，付 ${cost(ruling.offence)}？`, en: `${name.en} pays ${cost(ruling.offence)} for a false win?` },
    "/api/false_win", { ruling: ruling.number });

  return { show, falseWin };
}
