import type { JsonObject } from '../../machinery/json'
import type { Call } from '../core/command'
import { CommandError } from '../core/errors'
import { parsePairs } from './create/pairs'

const labelsOf = ({ flags }: Call, name: string): JsonObject =>
  flags.string('labels')
    ? parsePairs(flags.string('labels'), (part) => `unexpected label spec: ${part}`)
    : { run: name }

/**
 * The pod that the flags of `run` describe.
 * @throws CommandError for an invalid flag
 */
export function podOf(call: Call, name: string, words: readonly string[]): JsonObject {
  const { flags } = call
  const env = flags.list('env').map((pair) => {
    const at = pair.indexOf('=')
    if (at < 1) throw new CommandError(`invalid env: ${pair}`)
    return { name: pair.slice(0, at), value: pair.slice(at + 1) }
  })
  const port = portOf(flags.string('port'))
  const annotations = Object.fromEntries(
    flags.list('annotations').map((pair) => {
      const at = pair.indexOf('=')
      if (at < 0) throw new CommandError(`invalid annotations format: ${pair}`)
      return [pair.slice(0, at), pair.slice(at + 1)] as const
    }),
  )
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      creationTimestamp: null,
      labels: labelsOf(call, name),
      name,
      ...(Object.keys(annotations).length > 0 && { annotations }),
    },
    spec: {
      containers: [
        {
          name,
          image: flags.string('image'),
          resources: {},
          ...(words.length > 0 && { [flags.bool('command') ? 'command' : 'args']: [...words] }),
          ...(env.length > 0 && { env }),
          ...(port !== undefined && { ports: [{ containerPort: port }] }),
          ...(flags.string('image-pull-policy') && { imagePullPolicy: flags.string('image-pull-policy') }),
          ...(flags.bool('privileged') && { securityContext: { privileged: true } }),
          ...(flags.bool('stdin') && { stdin: true, stdinOnce: true }),
          ...(flags.bool('tty') && { tty: true }),
        },
      ],
      dnsPolicy: 'ClusterFirst',
      restartPolicy: flags.string('restart'),
    },
    status: {},
  }
}

/** @throws CommandError if the text is not a number */
function portOf(text: string): number | undefined {
  if (text === '') return undefined
  if (!/^[+-]?\d+$/.test(text)) throw new CommandError(`strconv.Atoi: parsing ${JSON.stringify(text)}: invalid syntax`)
  return Number(text)
}

/** The service for `run --expose`. */
export function serviceOf(call: Call, name: string): JsonObject {
  const port = portOf(call.flags.string('port')) ?? 0
  return {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { creationTimestamp: null, name },
    spec: { ports: [{ port, protocol: 'TCP', targetPort: port }], selector: labelsOf(call, name) },
    status: { loadBalancer: {} },
  }
}
