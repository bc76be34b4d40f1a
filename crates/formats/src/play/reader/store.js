// What outlives the page: where the reader stands, saved places and the looks, in the browser's own
// store. Where the browser keeps nothing, they last as long as the page.

const MOST_STATES = 100;

function isSetting(it) {
  return (
    Array.isArray(it) && it.length === 2 && typeof it[0] === "string" &&
    ["string", "number", "boolean"].includes(typeof it[1])
  );
}

function isPath(it) {
  return Array.isArray(it) && it.every((step) => typeof step === "string" || isSetting(step));
}

// The way in something that was kept or brought along; null where there is none. One kept before
// ways could begin elsewhere has only its path, and the seed of Ink stood among the variables.
function wayIn(it) {
  if (it === null || typeof it !== "object" || !isPath(it.path)) return null;
  const from = typeof it.from === "string" ? it.from : null;
  const state = Array.isArray(it.state) && it.state.every(isSetting) ? it.state : [];
  const isSeed = ([name]) => name === "#seed";
  const seed = it.seed ?? state.find(isSeed)?.[1];
  return {
    from,
    seed: Number.isInteger(seed) && seed >= 0 && seed < SEEDS ? seed : undefined,
    state: state.filter((it) => !isSeed(it)),
    path: it.path,
  };
}

// A saved place: a way, with the title it ended at, when it was kept, and a name where it has one.
function placeIn(it) {
  const way = wayIn(it);
  if (way === null) return null;
  const [title, name] = [it.title, it.name].map((words) => (typeof words === "string" ? words.slice(0, 200) : ""));
  return { ...way, title, name, when: Number.isFinite(it.when) ? it.when : 0 };
}

// A state a writer kept: a place with its node and what the variables held there, to begin at where
// the story has changed and the way no longer leads there.
function stateIn(it) {
  const place = placeIn(it);
  if (place === null || !place.name) return null;
  const variables = Array.isArray(it.variables) ? it.variables.filter(isSetting) : [];
  return { ...place, node: typeof it.node === "string" ? it.node : null, variables };
}

function openStore(storyId) {
  const memory = new Map();
  let lasts = true;
  const read = (key) => {
    try {
      const text = lasts ? localStorage.getItem(key) : memory.get(key);
      return text ? JSON.parse(text) : null;
    } catch {
      return memory.has(key) ? JSON.parse(memory.get(key)) : null;
    }
  };
  const write = (key, value) => {
    const text = JSON.stringify(value);
    memory.set(key, text);
    try {
      localStorage.setItem(key, text);
    } catch {
      lasts = false;
    }
  };
  const [placeKey, looksKey] = [`story/${storyId}`, "story/looks"];
  const stored = () => {
    const it = read(placeKey);
    return it !== null && typeof it === "object" ? it : {};
  };
  const states = () => {
    const kept = stored().states;
    return Array.isArray(kept) ? kept.map(stateIn).filter((it) => it !== null) : [];
  };
  const keepStates = (kept) => write(placeKey, { ...stored(), states: kept.slice(0, MOST_STATES) });
  write("story/probe", 1);
  return {
    lasts: () => lasts,
    way: () => wayIn(stored()) || { from: null, state: [], path: [] },
    keepWay: (way) => write(placeKey, { ...stored(), ...way }),
    slot: (number) => placeIn(stored()[`slot${number}`] ?? null),
    keepSlot: (number, place) => write(placeKey, { ...stored(), [`slot${number}`]: place }),
    removeSlot: (number) => {
      const rest = stored();
      delete rest[`slot${number}`];
      write(placeKey, rest);
    },
    // The language that the reader chose for this story.
    language: () => stored().language,
    keepLanguage: (language) => write(placeKey, { ...stored(), language }),
    // The writer's own: whether the view is open, and states with names of their own.
    isWriting: () => stored().writing === true,
    keepWriting: (writing) => write(placeKey, { ...stored(), writing }),
    states,
    keepState: (state) => keepStates([state, ...states().filter((it) => it.name !== state.name)]),
    removeState: (name) => keepStates(states().filter((it) => it.name !== name)),
    looks: () => {
      const it = read(looksKey);
      return it !== null && typeof it === "object" ? it : {};
    },
    keepLooks: (looks) => write(looksKey, looks),
  };
}
