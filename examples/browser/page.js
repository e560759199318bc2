// The page: fetches the roads, sends roads and tracks to the worker, and shows its answers.
const [tracks, roads, mode, sample, save, status, map, drop] = ["tracks", "roads", "mode", "sample", "save", "status", "map", "drop"].map(
  (id) => document.getElementById(id),
);

const worker = new Worker("worker.js", { type: "module" });
/** Promises of the answers not yet received; the worker answers in the order of the messages. */
const waiting = [];
worker.onmessage = ({ data: { error, answer } }) => {
  const { resolve, reject } = waiting.shift();
  error === undefined ? resolve(answer) : reject(new Error(error));
};
worker.onerror = () => say("The worker could not be started.", true);

/** Sends a message and returns a promise of its answer; the buffers in `moved` are transferred and not copied. */
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
  map.inert = true; // until it can report drags
  map.srcdoc = html + WATCH;
  URL.revokeObjectURL(save.href);
  save.href = URL.createObjectURL(new Blob([geojson], { type: "application/geo+json" }));
  save.hidden = false;
}

/** Opens dropped files: roads are recognised by their names, all others are tracks. */
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

/** Does the work, and shows its error if it fails. */
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

// The page gets no events of files that are dragged over the map's frame. Therefore the frame is covered while files are over the page, and if they
// reach the frame first, it reports that to the page. If they are dropped before it is covered, the frame passes the files on.
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
    if (event.target === tracks || event.target === roads) return; // they accept files themselves
    event.preventDefault();
    if (type === "drop") attempt(() => take([...event.dataTransfer.files]));
  });
}
addEventListener("dragleave", ({ relatedTarget }) => {
  if (relatedTarget === null) drop.hidden = true;
});
// There are no pointermove events while something is dragged.
addEventListener("pointermove", () => {
  drop.hidden = true;
});

attempt(showSample);
