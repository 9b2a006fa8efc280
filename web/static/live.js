// Keeps a page up to date. Phones let a stream die silently while they sleep, so the page closes
// it when hidden, opens a new one when seen again, and counts the device's beats in between.

const SILENCE_MS = 7000; // three missed beats
const RETRY_MS = 3000;

// Shows every newer state; returns a function that takes in a state from elsewhere.
export function follow(onState, onOnline) {
  let stream = null;
  let watchdog = 0;
  let version = -1;

  function take(state, fresh) {
    // A restarted device counts from the beginning again, so a snapshot always counts.
    if (fresh || state.version > version) {
      version = state.version;
      onState(state);
    }
    onOnline(true);
  }

  async function snapshot() {
    try {
      const reply = await fetch("/api/state", { cache: "no-store" });
      if (reply.ok) take(await reply.json(), true);
    } catch {
      onOnline(false);
    }
  }

  function close() {
    clearTimeout(watchdog);
    stream?.close();
    stream = null;
  }

  function listen(delay = SILENCE_MS) {
    clearTimeout(watchdog);
    watchdog = setTimeout(open, delay);
  }

  function open() {
    close();
    if (document.hidden) return;
    snapshot();
    let first = true;
    stream = new EventSource("/api/events");
    stream.addEventListener("state", (event) => {
      take(JSON.parse(event.data), first);
      first = false;
      listen();
    });
    stream.addEventListener("beat", () => {
      onOnline(true);
      listen();
    });
    stream.onerror = () => {
      // Refused (no place left) or broken: the snapshot tells which, and the next try comes soon.
      close();
      listen(RETRY_MS);
    };
    listen();
  }

  document.addEventListener("visibilitychange", () => (document.hidden ? close() : open()));
  window.addEventListener("pageshow", (event) => event.persisted && open());
  window.addEventListener("pagehide", close);
  open();
  return (state) => take(state, false);
}

// A write; resolves to the new state, throws {zh, en} when the device refuses.
export async function send(path, body) {
  let reply;
  try {
    reply = await fetch(path, {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-Xingjia": "1" },
      body: JSON.stringify(body),
    });
  } catch {
    throw { zh: "连不上设备，请再试", en: "Cannot reach the device; try again" };
  }
  const answer = await reply.json();
  if (!reply.ok) throw answer.error;
  return answer;
}
