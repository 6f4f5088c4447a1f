import { type startHost } from '../../src/control-plane-host'
import { askHost } from '../../src/testing/host'
import type { Followed } from './watch-checks'

/** A process that a round starts. */
export type Host = Awaited<ReturnType<typeof startHost>>

/** Path of the ConfigMaps that rounds write. */
export const MAPS = '/api/v1/namespaces/default/configmaps'
/** A ConfigMap as a round reads it. */
export interface NotedMap {
  readonly metadata: { readonly name: string; readonly resourceVersion: string }
  readonly data?: Readonly<Record<string, string>>
}

/** The version of the list, and the version of each ConfigMap by name. */
export async function listed(host: Host): Promise<{ version: number; items: Map<string, number> }> {
  const list = (await (await askHost(host, 'GET', MAPS)).json()) as {
    metadata: NotedMap['metadata']
    items: NotedMap[]
  }
  const items = new Map(list.items.map(({ metadata }) => [metadata.name, Number(metadata.resourceVersion)]))
  return { version: Number(list.metadata.resourceVersion), items }
}

/** Lists, watches, and resumes from the last version whenever the watch ends. */
export async function follow(host: Host, stopped: () => boolean): Promise<Followed> {
  const { version: from, items } = await listed(host)
  const events: { type: string; name: string; version: number }[] = []
  let version = from
  while (!stopped()) {
    const answer = await askHost(host, 'GET', `${MAPS}?watch=true&resourceVersion=${version}`)
    if (!answer.ok) throw new Error(`the watch was not resumed at ${version}: ${await answer.text()}`)
    let rest = ''
    for await (const chunk of answer.body as unknown as AsyncIterable<Uint8Array>) {
      const lines = (rest + new TextDecoder().decode(chunk)).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) {
        const { type, object } = JSON.parse(line) as { type: string; object: NotedMap }
        version = Number(object.metadata.resourceVersion)
        events.push({ type, name: object.metadata.name, version })
      }
      if (stopped()) break
    }
  }
  return { from, listed: items, events }
}
