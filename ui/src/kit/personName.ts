/** The names of agents and people by their ids: in those of people, `_` stands for a space. */

export function personName({ kind, id }: { kind: string; id: string }): string {
  return kind === 'human' ? id.replaceAll('_', ' ').trim() : id
}
