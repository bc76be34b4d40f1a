// What outlives the page: the path, saved places and the looks, in the browser's own store. Where
// the browser keeps nothing, they last as long as the page.

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
  const isPath = (it) => Array.isArray(it) && it.every((id) => typeof id === "string");
  const isPlace = (it) => it !== null && typeof it === "object" && isPath(it.path);
  const [placeKey, looksKey] = [`story/${storyId}`, "story/looks"];
  const stored = () => {
    const it = read(placeKey);
    return it !== null && typeof it === "object" ? it : {};
  };
  write("story/probe", 1);
  return {
    lasts: () => lasts,
    path: () => (isPath(stored().path) ? stored().path : []),
    keepPath: (path) => write(placeKey, { ...stored(), path }),
    slot: (number) => {
      const it = stored()[`slot${number}`];
      return it !== undefined && isPlace(it) ? it : null;
    },
    keepSlot: (number, place) => write(placeKey, { ...stored(), [`slot${number}`]: place }),
    removeSlot: (number) => {
      const rest = stored();
      delete rest[`slot${number}`];
      write(placeKey, rest);
    },
    looks: () => {
      const it = read(looksKey);
      return it !== null && typeof it === "object" ? it : {};
    },
    keepLooks: (looks) => write(looksKey, looks),
  };
}
