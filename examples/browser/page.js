// The page: fetches the roads, hands roads and tracks to the worker, and shows what it answers.
const [tracks, roads, mode, sample, save, status, map, drop] = ["tracks", "roads", "mode", "sample", "save", "status", "map", "drop"].map(
  (id) => document.getElementById(id),
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
  map.inert = true; // until it can watch
  map.srcdoc = html + WATCH;
  URL.revokeObjectURL(save.href);
  save.href = URL.createObjectURL(new Blob([geojson], { type: "application/geo+json" }));
  save.hidden = false;
}

/** Files from anywhere: roads are told by their names, whatever else there is are tracks. */
async function take(files) {
  const isRoads = ({ name }) => /\.(roads|osm|pbf)(\.gz)?$/i.test(name);
  const [network] = files.filter(isRoads);
  const others = files.filter((file) => !isRoads(file));
  if (network) {
    roads.value = "";
    await open(network);
  }
  if (others.length > 0) tracks.value = "";
  await snap(others.length > 0 ? others : shown);
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

// What is dragged over the map's frame is its own: this page sees nothing of it. So while files are over the page the frame is covered, and where they
// come over the frame first, the frame says so. One that is faster than that hands over what was dropped.
const WATCH = `<script>
for (const type of ["dragenter", "dragover", "drop"]) {
  addEventListener(type, (event) => {
    if (!event.dataTransfer.types.includes("Files")) return;
    event.preventDefault();
    parent.postMessage(type === "drop" ? [...event.dataTransfer.files] : "dragged", "*");
  });
}
</script>`;
map.onload = () => {
  map.inert = false;
};
addEventListener("message", ({ source, data }) => {
  if (source !== map.contentWindow) return;
  drop.hidden = data !== "dragged";
  if (drop.hidden) attempt(() => take(data));
});
for (const type of ["dragenter", "dragover", "drop"]) {
  addEventListener(type, (event) => {
    if (!event.dataTransfer.types.includes("Files")) return;
    drop.hidden = type === "drop";
    if (event.target === tracks || event.target === roads) return; // they take files by themselves
    event.preventDefault();
    if (type === "drop") attempt(() => take([...event.dataTransfer.files]));
  });
}
addEventListener("dragleave", ({ relatedTarget }) => {
  if (relatedTarget === null) drop.hidden = true;
});
// While anything is dragged there is none of these.
addEventListener("pointermove", () => {
  drop.hidden = true;
});

attempt(showSample);
