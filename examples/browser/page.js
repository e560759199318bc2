// The page: fetches the roads, hands roads and tracks to the worker, and shows what it answers.
const [tracks, roads, mode, sample, save, status, map] = ["tracks", "roads", "mode", "sample", "save", "status", "map"].map((id) =>
  document.getElementById(id),
);

const worker = new Worker("worker.js", { type: "module" });
/** Those who wait for an answer; the worker answers in the order it was asked. */
const waiting = [];
worker.onmessage = ({ data: { error, answer } }) => {
  const { resolve, reject } = waiting.shift();
  error === undefined ? resolve(answer) : reject(new Error(error));
};
worker.onerror = () => say("The worker could not be started.", true);

/** Sends a message; the buffers in `moved` change hands, they are not copied. */
function ask(message, moved = []) {
  return new Promise((resolve, reject) => {
    waiting.push({ resolve, reject });
    worker.postMessage(message, moved);
  });
}

/** The files shown, to be matched again when the roads or the mode change. */
let shown = [];

async function open(file) {
  say(`Opening ${file.name} …`);
  const buffer = await file.arrayBuffer();
  say(await ask({ roads: buffer, name: file.name }, [buffer]));
}

async function snap(files) {
  if (files.length === 0) return;
  say(`Matching ${files.map(({ name }) => name).join(", ")} …`);
  const { said, html, geojson } = await ask({ tracks: files, mode: mode.value });
  shown = files;
  say(said);
  map.srcdoc = html;
  URL.revokeObjectURL(save.href);
  save.href = URL.createObjectURL(new Blob([geojson], { type: "application/geo+json" }));
  save.hidden = false;
}

async function showSample() {
  tracks.value = "";
  roads.value = "";
  await open(await fetched("town.roads"));
  mode.value = "driving";
  await snap([await fetched("errand.gpx")]);
}

async function fetched(name) {
  const response = await fetch(name);
  if (!response.ok) throw new Error(`${name} could not be fetched: ${response.status} ${response.statusText}.`);
  return new File([await response.blob()], name);
}

function say(sentence, isError = false) {
  status.textContent = sentence;
  status.classList.toggle("error", isError);
}

/** Does it, and says what went wrong. */
const attempt = (work) => work().catch((error) => say(error.message, true));

tracks.onchange = () => attempt(() => snap([...tracks.files]));
mode.onchange = () => attempt(() => snap(shown));
sample.onclick = () => attempt(showSample);
roads.onchange = () =>
  attempt(async () => {
    if (roads.files.length === 0) return;
    await open(roads.files[0]);
    await snap(shown);
  });

attempt(showSample);
