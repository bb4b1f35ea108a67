// Runs in the page: does what a person does, step by step, and tells how long each answer took.
// arguments: [[kind, action, selector, value], …], done([{kind, dom, paint, …}, …])

const [steps, done] = arguments;

const ACTIONS = {
  click: (element) => element.click(),
  choose: (element, value) => {
    element.value = value;
    element.dispatchEvent(new Event("change"));
  },
  type: (element, value) => {
    element.focus();
    element.value = value;
    element.dispatchEvent(new Event("input"));
  },
};

const soon = () =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = resolve;
    port2.postMessage(0);
  });
const frame = () => new Promise(requestAnimationFrame);

/** The page says that it asks, where it does; what it then shows is there when it has gone on to something else. */
const answered = () =>
  new Promise((resolve) => {
    if (document.body.ariaBusy === "false") return resolve();
    const observer = new MutationObserver(async () => {
      await soon();
      if (document.body.ariaBusy === "true") return;
      observer.disconnect();
      resolve();
    });
    observer.observe(document.body, { attributes: true, attributeFilter: ["aria-busy"] });
  });

const part = (entry, name) => entry.serverTiming.find((one) => one.name === name).duration;
const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);

async function measure([kind, action, selector, value]) {
  await new Promise((resolve) => setTimeout(resolve, 40));
  await frame();
  performance.clearResourceTimings();
  const element = document.querySelector(selector);
  if (!element) throw new Error(`nothing to act on: ${kind}, ${selector}`);
  const begun = performance.now();
  ACTIONS[action](element, value);
  await answered();
  const dom = performance.now() - begun;
  await frame();
  await soon();
  const paint = performance.now() - begun;
  const requests = performance.getEntriesByType("resource");
  const server = sum(requests.map((entry) => part(entry, "app")));
  return {
    kind,
    dom,
    paint,
    server,
    processor: sum(requests.map((entry) => part(entry, "cpu"))),
    network: sum(requests.map((entry) => entry.responseEnd - entry.startTime)) - server,
    requests: requests.length,
    bytes: sum(requests.map((entry) => entry.encodedBodySize)),
  };
}

(async () => {
  const told = [];
  for (const step of steps) told.push(await measure(step));
  done(told);
})().catch((error) => done(String(error)));
