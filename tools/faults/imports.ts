import { startHost } from '../../src/control-plane-host'
import { askHost, hostWorld } from '../../src/testing/host'
import { randomOf } from './random'

const MAPS = '/api/v1/namespaces/default/configmaps'
const LISTS = [MAPS, '/api/v1/namespaces', '/apis/rbac.authorization.orch.io/v1/clusterroles', '/api/v1/secrets']

type Random = () => number
type Json = null | boolean | number | string | Json[] | { [key: string]: Json }
const pick = <T>(random: Random, items: readonly T[]): T => items[Math.floor(random() * items.length)] as T

const STRANGE: readonly Json[] = [null, 5, 'text', [], {}, true, { __proto__: 1 }, { metadata: null }, -1, '']

/** A document with one random value replaced. */
function changed(random: Random, value: Json): Json {
  const strange = pick(random, STRANGE)
  if (typeof value !== 'object' || value === null || random() < 0.1) return strange
  if (Array.isArray(value)) {
    if (value.length === 0) return [strange]
    const at = Math.floor(random() * value.length)
    if (random() < 0.15) return [...value, value[at] ?? null]
    return value.map((item, i) => (i === at ? changed(random, item) : item))
  }
  const keys = Object.keys(value)
  const key = pick(random, [...keys, '__proto__', 'unknown'])
  const copy = Object.fromEntries(Object.entries(value).filter(([name]) => name !== key || random() > 0.2))
  Object.defineProperty(copy, key, {
    value: changed(random, Object.hasOwn(value, key) ? (value[key] ?? null) : null),
    enumerable: true,
    configurable: true,
    writable: true,
  })
  return copy
}

/** An export with one to three faults, or a fragment of one. */
function hostile(random: Random, text: string): string {
  if (random() < 0.15) return text.slice(0, Math.floor(random() * text.length))
  let document = JSON.parse(text) as Json
  for (let i = 0; i <= Math.floor(random() * 3); i++) document = changed(random, document)
  return JSON.stringify(document)
}

/**
 * Imports invalid exports: each must be refused without changing anything, or be accepted and leave a cluster that lists everything, is
 * ready, and exports something that can be imported again.
 */
export async function importRound(seed: number): Promise<string[]> {
  const random = randomOf(seed)
  const { options } = hostWorld()
  const host = await startHost(options)
  const problems: string[] = []
  const exported = async (): Promise<string> => String(await host.control('export', {}))
  for (const name of ['a', 'b'])
    await askHost(host, 'POST', MAPS, { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name }, data: { k: name } })
  // Controllers write, too.
  const mine = async (): Promise<string> => {
    const { items } = (await (await askHost(host, 'GET', MAPS)).json()) as { items: { metadata: { name: string } }[] }
    return JSON.stringify(items.filter(({ metadata }) => ['a', 'b'].includes(metadata.name)))
  }
  const good = await exported()
  for (let i = 0; i < 12; i++) {
    const before = await mine()
    const mode = random() < 0.5 ? 'replace' : 'merge'
    const text = hostile(random, good)
    const refused = await host.control('import', { text, mode }).then(
      () => false,
      () => true,
    )
    if (refused && (await mine()) !== before)
      problems.push(`a ${mode} of ${text.slice(0, 200)} was refused and has changed something`)
    for (const path of LISTS) {
      const { status } = await askHost(host, 'GET', path)
      if (status !== 200) problems.push(`${path} answers ${status} after a ${mode} of ${text.slice(0, 200)}`)
    }
    await host.control('import', { text: await exported(), mode: 'replace' }).catch((error: unknown) => {
      problems.push(`what was exported is not taken back: ${String(error)}`)
    })
    await host.control('import', { text: good, mode: 'replace' })
  }
  return problems
}
