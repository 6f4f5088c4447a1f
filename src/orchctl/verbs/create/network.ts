import type { Json, JsonObject } from '../../../machinery/json'
import type { Call } from '../../core/command'
import { CommandError } from '../../core/errors'
import type { Flag } from '../../core/flags'
import type { Generator } from './generator'
import { intOrText } from './pairs'

const TCP: Flag = { name: 'tcp', type: 'list', help: 'Port pairs, as PORT or PORT:TARGET' }

/** The ports of `--tcp`. */
function portsOf({ flags }: Call, nodePort = 0): JsonObject[] {
  return flags.list('tcp').map((word) => {
    const [port = '', target] = word.split(':')
    if (!/^\d+$/.test(port))
      throw new CommandError(`strconv.ParseUint: parsing ${JSON.stringify(port)}: invalid syntax`)
    if (Number(port) > 65_535)
      throw new CommandError(`strconv.ParseUint: parsing ${JSON.stringify(port)}: value out of range`)
    const targetPort = target === undefined ? Number(port) : intOrText(target)
    if (typeof targetPort === 'number' && (targetPort < 1 || targetPort > 65_535))
      throw new CommandError('must be between 1 and 65535, inclusive')
    return {
      name: word.replaceAll(':', '-'),
      port: Number(port),
      protocol: 'TCP',
      targetPort,
      ...(nodePort > 0 && { nodePort }),
    }
  })
}

const service = (
  type: string,
  short: string,
  flags: readonly Flag[],
  spec: (call: Call) => JsonObject,
  more: { aliases?: readonly string[]; required?: readonly string[] } = {},
): Generator => ({
  name: type.toLowerCase(),
  short,
  flags,
  ...more,
  apiVersion: 'v1',
  kind: 'Service',
  namespaced: true,
  failure: `failed to create ${type} service:`,
  build: (call, name) => ({
    metadata: { labels: { app: name } },
    spec: { selector: { app: name }, type, ...spec(call) },
    status: { loadBalancer: {} },
  }),
})

const withPorts = (ports: JsonObject[]): JsonObject => {
  if (ports.length === 0) throw new CommandError('at least one tcp port specifier must be provided')
  return { ports }
}

/** Build the objects for `orchctl create service TYPE`, one for each type. */
export const SERVICE_GENERATORS: readonly Generator[] = [
  service(
    'ClusterIP',
    'Create a ClusterIP service',
    [TCP, { name: 'clusterip', type: 'string', help: 'Address to use; None for a service without one' }],
    (call) => {
      const address = call.flags.string('clusterip')
      const ports = portsOf(call)
      if (address === 'None') {
        const headless: JsonObject = { clusterIP: 'None' }
        return ports.length > 0 ? { ...headless, ports } : headless
      }
      return { ...withPorts(ports), ...(address && { clusterIP: address }) }
    },
  ),
  service(
    'NodePort',
    'Create a NodePort service',
    [TCP, { name: 'node-port', type: 'int', default: '0', help: 'Port on every node' }],
    (call) => withPorts(portsOf(call, call.flags.int('node-port'))),
  ),
  service('LoadBalancer', 'Create a LoadBalancer service', [TCP], (call) => withPorts(portsOf(call))),
  service(
    'ExternalName',
    'Create an ExternalName service',
    [TCP, { name: 'external-name', type: 'string', help: 'The external name' }],
    (call) => {
      const ports = portsOf(call)
      return { externalName: call.flags.string('external-name'), ...(ports.length > 0 && { ports }) }
    },
    { required: ['external-name'] },
  ),
]

/** Builds the object for `orchctl create ingress`. */
export const INGRESS: Generator = {
  name: 'ingress',
  aliases: ['ing'],
  short: 'Create an ingress with the specified name',
  flags: [
    { name: 'annotation', type: 'strings', help: 'Annotation, as KEY=VALUE' },
    { name: 'class', type: 'string', help: 'Class of the ingress' },
    { name: 'default-backend', type: 'string', help: 'Where everything else goes, as SERVICE:PORT' },
    { name: 'rule', type: 'strings', help: 'Rule, as HOST/PATH=SERVICE:PORT[,tls[=SECRET]]' },
  ],
  apiVersion: 'networking.orch.io/v1',
  kind: 'Ingress',
  namespaced: true,
  failure: 'failed to create ingress:',
  build({ flags }) {
    const rules = flags.list('rule')
    const backend = flags.string('default-backend')
    if (rules.length === 0 && !backend)
      throw new CommandError(
        'not enough information provided: every ingress has to either specify a default-backend (which catches all traffic) or a list of rules (which catch specific paths)',
      )
    if (backend && !/^[^:]+:[^:]+$/.test(backend))
      throw new CommandError('default-backend should be in format servicename:serviceport')
    const annotations: JsonObject = Object.fromEntries(
      flags.list('annotation').map((pair): [string, string] => {
        const [key = '', value] = pair.split(/=([\s\S]*)/)
        if (value === undefined)
          throw new CommandError(`annotation ${pair} is invalid and should be in format key=[value]`)
        return [key, value]
      }),
    )
    const { list, tls } = rulesOf(rules)
    return {
      metadata: { ...(Object.keys(annotations).length > 0 && { annotations }) },
      spec: {
        ...(flags.string('class') && { ingressClassName: flags.string('class') }),
        ...(backend && { defaultBackend: backendOf(backend) }),
        ...(list.length > 0 && { rules: list }),
        ...(tls.length > 0 && { tls }),
      },
      status: { loadBalancer: {} },
    }
  },
}

function backendOf(text: string): JsonObject {
  const [name = '', port = ''] = text.split(':')
  const value = intOrText(port)
  return { service: { name, port: typeof value === 'number' ? { number: value } : { name: value } } }
}

/** Groups rules by host, and hosts with TLS by secret. */
function rulesOf(rules: readonly string[]): { list: Json[]; tls: Json[] } {
  const hosts = new Map<string, Json[]>()
  const secrets = new Map<string, Set<string>>()
  for (const rule of rules) {
    const [, host, path = '', backend = '', tls, secret] =
      /^([\w*\-.]*)(\/[^=]*)=([^:,=]+:[^:,=]+)(,tls(?:=([^,]+))?)?$/.exec(rule) ?? []
    if (host === undefined)
      throw new CommandError(`rule ${rule} is invalid and should be in format host/path=svcname:svcport[,tls[=secret]]`)
    const prefix = path.endsWith('*')
    const paths = hosts.get(host) ?? []
    paths.push({
      backend: backendOf(backend),
      path: prefix ? path.slice(0, -1) : path,
      pathType: prefix ? 'Prefix' : 'Exact',
    })
    hosts.set(host, paths)
    if (tls !== undefined) {
      const all = secrets.get(secret ?? '') ?? new Set<string>()
      if (host) all.add(host)
      secrets.set(secret ?? '', all)
    }
  }
  return {
    list: [...hosts].map(([host, paths]) => ({ ...(host && { host }), http: { paths } })),
    tls: [...secrets].map(([secretName, names]) => ({
      ...(names.size > 0 && { hosts: [...names] }),
      ...(secretName && { secretName }),
    })),
  }
}
