import { TOKEN } from './etcd-servers'
import type { Operation } from './linearizable'

/** Only the clients write here. */
export const MAPS = '/api/v1/namespaces/storm/configmaps'
/** Longer than a server waits for etcd: a response that takes longer counts as lost. */
const ANSWER_MS = 20_000

/** A ConfigMap as clients read it. */
export interface ConfigMap {
  readonly metadata: { readonly name: string; readonly resourceVersion: string }
  readonly data?: Readonly<Record<string, string>>
}
interface Answer {
  /** 0 if there was no response. */
  readonly status: number
  readonly body: ConfigMap & { readonly items?: readonly ConfigMap[] }
}

/** Delay before clients of a dead server reconnect. */
const AGAIN_MS = 100

const NOTHING: Answer = { status: 0, body: { metadata: { name: '', resourceVersion: '' } } }

/** Sends a request to a server. A lost connection is a response with status 0. */
export async function ask(
  address: string,
  method: string,
  path: string,
  body?: object,
  type = 'json',
): Promise<Answer> {
  try {
    const answer = await fetch(address + path, {
      method,
      headers: { authorization: `Bearer ${TOKEN}`, 'content-type': `application/${type}` },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(ANSWER_MS),
    })
    return { status: answer.status, body: (await answer.json()) as Answer['body'] }
  } catch {
    return NOTHING
  }
}

/** The operations of clients and their results: one history per key. */
export class Clients {
  readonly histories = new Map<string, Operation[]>()
  /** Versions of acknowledged writes. */
  readonly written = new Set<number>()
  count = 0
  unknown = 0
  /** Duration of the slowest response, in real milliseconds. */
  slowest = 0
  #time = 0
  #tokens = 0

  constructor(private readonly servers: readonly string[]) {}

  /** One random operation by the step's client on one of the step's keys, through one of the servers. */
  async one(step: string, keys: number, random: () => number): Promise<void> {
    const at = this.servers[Math.floor(random() * this.servers.length)] ?? ''
    const name = `key-${step}-${Math.floor(random() * keys)}`
    const token = `t${++this.#tokens}`
    const verb = random()
    this.count++
    if (verb < 0.2) await this.#create(at, step, name, token)
    else if (verb < 0.35) await this.#read(at, name)
    else if (verb < 0.4) await this.#list(at, step)
    else if (verb < 0.6) await this.#update(at, step, name, token)
    else if (verb < 0.75) await this.#patch(at, name, token)
    else if (verb < 0.85) await this.#apply(at, step, name, token)
    else await this.#delete(at, name, verb < 0.93)
  }

  note(key: string, operation: Operation): void {
    const history = this.histories.get(key) ?? []
    this.histories.set(key, history)
    history.push(operation)
  }

  async #ask(at: string, method: string, path: string, body?: object, type?: string) {
    const start = ++this.#time
    const began = performance.now()
    const { status, body: object } = await ask(at, method, path, body, type)
    this.slowest = Math.max(this.slowest, performance.now() - began)
    const known = status === 404 || status === 409 || (status >= 200 && status < 300)
    if (!known) {
      this.unknown++
      await new Promise((resolve) => setTimeout(resolve, AGAIN_MS))
    }
    const written = method !== 'GET' && status < 300 && Number(object.metadata.resourceVersion)
    if (written) this.written.add(written)
    return { status, object, known, start, end: known ? ++this.#time : Infinity }
  }

  async #create(at: string, step: string, name: string, token: string): Promise<void> {
    const { status, known, start, end } = await this.#ask(at, 'POST', MAPS, mapOf(step, name, token))
    if (status === 404) return
    this.note(name, {
      kind: 'create',
      token,
      outcome: !known ? 'unknown' : status === 409 ? 'exists' : 'done',
      start,
      end,
    })
  }

  async #read(at: string, name: string): Promise<ConfigMap | undefined> {
    const { status, object, known, start, end } = await this.#ask(at, 'GET', `${MAPS}/${name}`)
    if (!known) return undefined
    this.note(name, { kind: 'read', seen: status === 200 ? object.data?.['token'] : undefined, start, end })
    return status === 200 ? object : undefined
  }

  async #list(at: string, step: string): Promise<void> {
    const { status, object, start, end } = await this.#ask(at, 'GET', `${MAPS}?labelSelector=step%3D${step}`)
    if (status !== 200) return
    const seen = new Map(object.items?.map(({ metadata, data }) => [metadata.name, data?.['token']]))
    // A list is a read of every key that was known by then.
    for (const name of this.histories.keys())
      if (name.startsWith(`key-${step}-`)) this.note(name, { kind: 'read', seen: seen.get(name), start, end })
  }

  async #update(at: string, step: string, name: string, token: string): Promise<void> {
    const seen = await this.#read(at, name)
    const expect = seen?.data?.['token']
    if (!seen || expect === undefined) return
    const { resourceVersion } = seen.metadata
    const { status, known, start, end } = await this.#ask(
      at,
      'PUT',
      `${MAPS}/${name}`,
      mapOf(step, name, token, resourceVersion),
    )
    const outcome = !known ? 'unknown' : status < 300 ? 'done' : 'refused'
    this.note(name, { kind: 'update', expect, token, outcome, start, end })
  }

  async #patch(at: string, name: string, token: string): Promise<void> {
    const { status, known, start, end } = await this.#ask(
      at,
      'PATCH',
      `${MAPS}/${name}`,
      { data: { token } },
      'merge-patch+json',
    )
    // A patch with too many conflicts did nothing.
    if (status === 409) return
    this.note(name, {
      kind: 'patch',
      token,
      outcome: !known ? 'unknown' : status === 404 ? 'absent' : 'done',
      start,
      end,
    })
  }

  async #apply(at: string, step: string, name: string, token: string): Promise<void> {
    const path = `${MAPS}/${name}?fieldManager=storm&force=true`
    const { status, known, start, end } = await this.#ask(
      at,
      'PATCH',
      path,
      mapOf(step, name, token),
      'apply-patch+yaml',
    )
    if (status === 409 || status === 404) return
    this.note(name, { kind: 'apply', token, outcome: known ? 'done' : 'unknown', start, end })
  }

  async #delete(at: string, name: string, whatever: boolean): Promise<void> {
    const seen = whatever ? undefined : await this.#read(at, name)
    const expect = seen?.data?.['token']
    if (!whatever && expect === undefined) return
    const options = seen && { preconditions: { resourceVersion: seen.metadata.resourceVersion } }
    const { status, known, start, end } = await this.#ask(at, 'DELETE', `${MAPS}/${name}`, options)
    const refusal = status === 409 ? 'refused' : 'absent'
    if (status === 409 && whatever) return
    // With a precondition, the refusal means that the object is absent.
    const outcome = !known ? 'unknown' : status < 300 ? 'done' : refusal
    this.note(name, { kind: 'delete', ...(expect !== undefined && { expect }), outcome, start, end })
  }
}

const mapOf = (step: string, name: string, token: string, resourceVersion?: string): object => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name, labels: { step }, ...(resourceVersion && { resourceVersion }) },
  data: { token },
})
