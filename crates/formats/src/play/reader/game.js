// One reading of the story: where the reader stands, what is offered, and the path that led there.
// A path is a list of choice ids; walking it again gives the same state, so that it is all that is
// ever saved.

function newGame(story) {
  const game = { story, at: null, variables: new Map(), visits: new Map(), path: [] };
  if (story.start !== null) enter(game, story.start);
  return game;
}

// How often the node of that title was entered; of the present node where no title is given.
function visitsIn(game) {
  return (title) => {
    const nodes = title === null ? [game.at] : (Object.hasOwn(game.story.titles, title) ? game.story.titles[title] : []);
    return nodes.reduce((sum, it) => sum + (game.visits.get(it) || 0), 0);
  };
}

function enter(game, at) {
  game.at = at;
  game.visits.set(at, (game.visits.get(at) || 0) + 1);
  apply(game.story.nodes[at].enter || [], game.variables, visitsIn(game));
}

// The choices that are offered now, in their order.
function offered(game) {
  if (game.at === null) return [];
  const visits = visitsIn(game);
  return game.story.nodes[game.at].choices.filter(
    (it) => !it.when || isTrue(evaluate(it.when, game.variables, visits)),
  );
}

function take(game, choice) {
  game.path.push(choice.id);
  apply(choice.then || [], game.variables, visitsIn(game));
  enter(game, choice.to);
}

// The state at the end of a path; of its beginning as far as it still leads anywhere.
function replay(story, path) {
  const game = newGame(story);
  for (const id of path) {
    const choice = offered(game).find((it) => it.id === id);
    if (!choice) return { game, isWhole: false };
    take(game, choice);
  }
  return { game, isWhole: true };
}
