import { badRequest, notFoundError, unclassifiedError } from '../../machinery/api-error'
import { invalidObject } from '../../machinery/invalid-object'
import { pause } from '../../machinery/clock'
import { invalid } from '../../machinery/field-error'
import type { FieldError } from '../../machinery/field-wording'
import { chosenLines, type ContainerLog, lineText, type LogOptions } from '../../machinery/pod-log'
import type { ApiObject } from '../../machinery/object'
import { declareStream } from '../../machinery/socket-stream'
import type { RequestContext } from '../context'
import type { Server } from '../server'
import { goTimeProblem } from '../wire/go-time-problem'
import { MEDIA_TYPES, METADATA_OFFER, negotiate, type Offer, requireType } from '../wire/representation'
import type { RequestScope } from './request-scope'
import { containerOf } from './connect'
import { int64Parameter } from './options'
import { nodeAddress, type PodSpec } from './proxy-address'

const PODS = { group: '', resource: 'pods' }
const NUMBERS: readonly { name: string; least: number }[] = [
  { name: 'tailLines', least: 0 },
  { name: 'limitBytes', least: 1 },
  { name: 'sinceSeconds', least: 1 },
]
/** How often a followed log checks whether its container has ended. */
const LOOK_MS = 1000

const isTrue = (text: string | null): boolean => text !== null && !/^(false|0|f)$/i.test(text)

function validate({ query }: RequestContext): FieldError[] {
  const errors: FieldError[] = []
  const numbers = NUMBERS.map((number) => ({ ...number, value: int64Parameter(query, number.name) }))
  const time = query.get('sinceTime') ?? ''
  const problem = time === '' || time === 'null' ? undefined : goTimeProblem(time)
  if (problem !== undefined) throw badRequest(problem)
  for (const { name: option, least, value } of numbers)
    if (value !== undefined && value < least)
      errors.push(invalid(option, value, least === 0 ? 'must be greater than or equal to 0' : 'must be greater than 0'))
  if (query.get('sinceTime') && query.get('sinceSeconds'))
    errors.push({
      reason: 'FieldValueForbidden',
      // A real server reports this error without a field name.
      field: '[]',
      message: 'Forbidden: at most one of `sinceTime` or `sinceSeconds` may be specified',
    })
  return errors
}

function optionsOf({ query }: RequestContext, now: number): LogOptions {
  const number = (name: string) => (query.get(name) ? Number(query.get(name)) : undefined)
  const seconds = number('sinceSeconds')
  const time = query.get('sinceTime')
  return {
    timestamps: isTrue(query.get('timestamps')),
    tailLines: number('tailLines'),
    limitBytes: number('limitBytes'),
    since: seconds !== undefined ? now - seconds * 1000 : time ? Date.parse(time) || undefined : undefined,
  }
}

// A log is text, but the client must accept one of the forms of objects as well.
const OFFER: Offer = { ...METADATA_OFFER, anySubtype: true }
const TEXT = 'text/plain'

function checkAccepted({ request }: RequestContext): void {
  const accept = request.headers.get('accept')
  requireType(accept, [TEXT, ...OFFER.encodings.map((encoding) => MEDIA_TYPES[encoding])])
  negotiate(accept, OFFER)
}

/** GET of a pod's log. A pod that has not run on a node has no log; for simulated nodes the server itself answers. */
export async function getLog(scope: RequestScope): Promise<Response> {
  const { server, context, type } = scope
  const { name, namespace } = context.info
  checkAccepted(context)
  const errors = validate(context)
  const pod = server.reader.get(PODS, namespace, name)
  if (errors.length) throw invalidObject({ group: '', kind: 'PodLogOptions' }, name, errors)
  if (!pod) throw notFoundError(type, name)
  const container = containerOf(pod, context.query.get('container') ?? '')
  const { nodeName } = pod.spec as PodSpec
  if (!nodeName) return new Response(null, { status: 204 })
  const address = nodeAddress(server, nodeName, type)
  const node = server.reader.get({ group: '', resource: 'nodes' }, undefined, nodeName)
  const previous = isTrue(context.query.get('previous'))
  const read = (from: ApiObject) => server.agents.log(node, from, container, previous, server.clock.now())
  const log = read(pod)
  if (!log)
    throw unclassifiedError(
      `Get "https://${address}/containerLogs/${namespace}/${name}/${container}": nobody answers: this cluster is simulated`,
    )
  const options = optionsOf(context, server.clock.now())
  const first = chosenLines(log.lines, options)
    .map((line) => lineText(line, options))
    .join('')
  if (!isTrue(context.query.get('follow')) || !log.open) return textOf(context, limited(first, options.limitBytes))
  return textOf(
    context,
    follow(server, context, log, first, options, () => {
      const now = server.reader.get(PODS, namespace, name)
      return now && now.metadata.uid === pod.metadata.uid ? read(now) : undefined
    }),
  )
}

const textOf = ({ request }: RequestContext, body: BodyInit): Response =>
  new Response(body, { headers: declareStream(request, new Headers({ 'content-type': TEXT }), 'bytes') })

function limited(text: string, bytes: number | undefined): string | Uint8Array<ArrayBuffer> {
  return bytes === undefined ? text : new TextEncoder().encode(text).slice(0, bytes)
}

/** Streams the existing log, then each new line until the container ends or the client disconnects. */
function follow(
  server: Server,
  context: RequestContext,
  log: ContainerLog,
  first: string,
  options: LogOptions,
  again: () => ContainerLog | undefined,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  const stop = AbortSignal.any([context.workSignal, server.lifetime])
  const cancelled = new AbortController()
  let left = options.limitBytes ?? Infinity
  let last = log.lines.at(-1)?.at ?? 0
  const give = (controller: ReadableStreamDefaultController<Uint8Array>, text: string): void => {
    const bytes = encoder.encode(text).slice(0, Math.min(left, Number.MAX_SAFE_INTEGER))
    left -= bytes.length
    if (bytes.length > 0) controller.enqueue(bytes)
  }
  return new ReadableStream({
    start: (controller) => give(controller, first),
    async pull(controller) {
      const signal = AbortSignal.any([stop, cancelled.signal])
      for (;;) {
        if (left <= 0 || signal.aborted) return controller.close()
        await pause(server.clock, LOOK_MS, signal)
        const next = signal.aborted ? undefined : again()
        const fresh = next?.run === log.run ? next.lines.filter(({ at }) => at > last) : []
        for (const line of fresh) give(controller, lineText(line, options))
        last = fresh.at(-1)?.at ?? last
        if (next?.run !== log.run || !next.open) return controller.close()
        if (fresh.length > 0) return
      }
    },
    cancel: () => cancelled.abort(),
  })
}
