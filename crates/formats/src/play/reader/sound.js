// What the reader hears: the sound of the scene, and music that goes on from earlier scenes.

// The sounds of some nodes that are played in one of these ways.
function soundsOf(nodes, ...ways) {
  return nodes.map((at) => story.nodes[at].sound).filter((it) => it && ways.includes(it.plays));
}

// What is heard where the reader stands. A scene's own loop is heard in place of the music.
function heardIn(game) {
  if (game.at === null) return {};
  const passed = game.trail.filter((it) => it.at !== undefined).map((it) => it.at);
  const here = game.player ? [...game.entered] : [game.at];
  return {
    music: soundsOf(here, "loop").at(-1) ?? soundsOf(game.player ? game.passed : passed, "music", "silence").at(-1),
    effect: soundsOf(here, "once").at(-1),
  };
}

// Plays what is heard now; music that is heard already goes on. `opens`: the scene was just opened.
function hear(opens) {
  const { music, effect } = heardIn(game);
  playIn("music", music);
  // An effect plays to its end, also after its scene was left.
  if (opens && effect) playIn("effect", effect, true);
  const named = [music, effect].map((it) => it?.name).filter((it) => it);
  const button = byId("sound");
  button.setAttribute("aria-pressed", String(isSoundOn()));
  button.title = named.length > 0 ? `${words.sound}: ${named.join(" · ")}` : words.sound;
}

function isSoundOn() {
  return looks.sound !== false;
}

function playIn(id, sound, again) {
  const audio = byId(id);
  const file = sound?.file === undefined ? "" : story.sounds[sound.file];
  if (!file) {
    audio.pause();
    audio.removeAttribute("src");
    return;
  }
  if (again || audio.getAttribute("src") !== file) audio.src = file;
  audio.loop = id === "music";
  resume(audio);
}

// Browsers let a page sound only once somebody has clicked or pressed a key in it.
function resume(audio) {
  const isHeard = isSoundOn() && !document.hidden;
  if (!isHeard) audio.pause();
  else if (audio.hasAttribute("src") && !audio.ended) audio.play().catch(() => {});
}

function resumeSounds() {
  for (const id of ["music", "effect"]) resume(byId(id));
}

function switchSound() {
  if (!story.sounds) return;
  setLook("sound", !isSoundOn());
  resumeSounds();
}

function listenToSound() {
  byId("sound").hidden = !story.sounds;
  byId("sound").addEventListener("click", switchSound);
  document.addEventListener("visibilitychange", resumeSounds);
  for (const it of ["pointerdown", "keydown"]) document.addEventListener(it, resumeSounds, { once: true });
}
