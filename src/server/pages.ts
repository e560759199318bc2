// Pages for people: descriptions to read, and a form that sends an execute request. Plain HTML that runs no script.
import { html, raw } from "hono/html";
import type { ErrorEnvelope } from "../snap/envelope.js";
import { TRAVEL_MODES } from "../snap/travel-mode-objects.js";
import type { TaskParameter } from "./descriptions.js";

const STYLE = `
  :root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif }
  body { margin: 2rem auto; padding: 0 1rem; max-width: 46rem }
  h1 { font-size: 1.5rem }
  label, legend { font-weight: 600; padding: 0 }
  fieldset { border: 0; padding: 0; margin: 1.25rem 0 }
  fieldset label { font-weight: 400; display: inline-block; margin-right: 1rem }
  .field { margin: 1.25rem 0 }
  .field > label { display: block }
  .help { margin: 0 0 .25rem; font-size: .9rem; opacity: .85 }
  textarea, input[type=text], input[type=password] { width: 100%; box-sizing: border-box; font: .9rem/1.4 ui-monospace, monospace; padding: .5rem }
  select, button { font: inherit; padding: .35rem .75rem }
  pre { overflow: auto; max-height: 30rem; padding: .75rem; border: 1px solid; font-size: .85rem }
`;
const EXAMPLE = '{"features":[{"attributes":{"OBJECTID":1},"geometry":{"x":-122.4341,"y":37.80015}}, …]}';

function page(title: string, body: unknown): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · roadsnap</title>
<style>${raw(STYLE)}</style>
</head>
<body>
<main>
<h1>${title}</h1>
${body}
</main>
</body>
</html>
`.toString();
}

/** A description as JSON to read. */
export function descriptionPage(title: string, description: object): string {
  return page(
    title,
    html`<p>For programs: <a href="?f=json">f=json</a>, <a href="?f=pjson">f=pjson</a>.</p>
<pre tabindex="0">${JSON.stringify(description, null, 2)}</pre>`,
  );
}

/** The values that a form is filled with: the words of a parameter; none if it was not sent. */
export type Sent = (name: string) => readonly string[];

/** The answer above the form: JSON, or an error in words. */
export type PageAnswer = { json: string } | { error: ErrorEnvelope["error"] };

/** The form of execute, filled with the values `sent`, and the answer to them. It submits to its own address. */
export function executePage(
  task: { parameters: TaskParameter[] },
  needsToken: boolean,
  sent: Sent = () => [],
  answer?: PageAnswer,
): string {
  const inputs = task.parameters.filter((parameter) => parameter.direction === "esriGPParameterDirectionInput");
  return page(
    "SnapToRoads: execute",
    html`<p>Snaps points collected along tracks to the roads most likely travelled. Programs send the same parameters by GET or POST, with
<code>f=json</code>.</p>
${answer === undefined ? "" : html`${answerOf(answer)}\n<h2>Another request</h2>`}
<form method="post">
${inputs.map((parameter) => field(parameter, sent(parameter.name)))}
${needsToken ? TOKEN : ""}
<div class="field"><label for="f">f</label>
<select id="f" name="f"><option value="html">a page</option><option>json</option><option>pjson</option></select></div>
<button type="submit">Snap to roads</button>
</form>`,
  );
}

function answerOf(answer: PageAnswer): unknown {
  if ("json" in answer) return html`<h2>Answer</h2>\n<pre tabindex="0">${answer.json}</pre>`;
  const { code, message, details } = answer.error;
  return html`<h2>Error ${code}</h2>\n<div role="alert"><p>${message}</p>\n${details.map((detail) => html`<p>${detail}</p>`)}</div>`;
}

const TOKEN = html`<div class="field"><label for="token">token</label>
<input type="password" id="token" name="token" autocomplete="off" required></div>`;

/** One parameter, with the control that suits it. */
function field({ name, dataType, description, choiceList, parameterType }: TaskParameter, sent: readonly string[]): unknown {
  const ticked = (is: boolean) => (is ? raw(" checked") : "");
  if (choiceList) {
    return html`<fieldset><legend>${name}</legend><p class="help">${description}</p>
${choiceList.map((choice) => html`<label><input type="checkbox" name="${name}" value="${choice}"${ticked(sent.includes(choice))}> ${choice}</label>\n`)}</fieldset>`;
  }
  const help = `${name}-help`;
  const labelled = (control: unknown) =>
    html`<div class="field"><label for="${name}">${name}</label><p class="help" id="${help}">${description}</p>\n${control}</div>\n`;
  if (dataType === "GPFeatureRecordSetLayer") {
    const required = parameterType === "esriGPParameterTypeRequired" ? raw(" required") : "";
    return labelled(
      html`<textarea id="${name}" name="${name}" rows="8" spellcheck="false" aria-describedby="${help}" placeholder="${EXAMPLE}"${required}>
${sent.join()}</textarea>`,
    );
  }
  if (dataType === "GPBoolean") {
    return html`<div class="field"><label><input type="checkbox" name="${name}" value="true"${ticked(sent.join().toLowerCase() === "true")}> ${name}</label>
<p class="help">${description}</p></div>\n`;
  }
  if (name === "travel_mode") {
    const options = TRAVEL_MODES.map((mode) => html`<option${sent.includes(mode.name) ? raw(" selected") : ""}>${mode.name}</option>`);
    return labelled(
      html`<select id="${name}" name="${name}" aria-describedby="${help}"><option value="">(default)</option>${options}</select>`,
    );
  }
  return labelled(
    html`<input type="text" id="${name}" name="${name}" value="${sent.join()}" spellcheck="false" aria-describedby="${help}">`,
  );
}
