/** The observations of a follower: the names and versions of its list, then every event. */
export interface Followed {
  readonly from: number
  readonly listed: ReadonlyMap<string, number>
  readonly events: readonly { readonly type: string; readonly name: string; readonly version: number }[]
}

/**
 * The problems in a follower's observations over all its resumptions: events must be in order, unique, complete (`written` are the
 * acknowledged versions), and lead to the final state.
 */
export function watchProblems(
  { from, listed, events }: Followed,
  written: ReadonlySet<number>,
  end: ReadonlyMap<string, number>,
): string[] {
  const problems: string[] = []
  let last = from
  const state = new Map(listed)
  for (const { type, name, version } of events) {
    if (version <= last) problems.push(`the event of version ${version} came after ${last}`)
    last = version
    if (type === 'ADDED' && state.has(name)) problems.push(`${name} was added twice`)
    if (type !== 'ADDED' && !state.has(name)) problems.push(`${name} was ${type} before it was added`)
    if (type === 'DELETED') state.delete(name)
    else state.set(name, version)
  }
  const seen = new Set(events.map(({ version }) => version))
  for (const version of written)
    if (version > from && !seen.has(version)) problems.push(`version ${version} was never told`)
  for (const [name, version] of end)
    if (state.get(name) !== version) problems.push(`${name} is ${version} and was followed to ${state.get(name)}`)
  for (const name of state.keys()) if (!end.has(name)) problems.push(`${name} is gone and was not told`)
  return problems
}
