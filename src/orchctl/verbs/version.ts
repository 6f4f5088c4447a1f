import type { Call, Command } from '../core/command'
import { CommandError, isRefusal, usageError } from '../core/errors'
import {
  CLIENT_MINOR,
  CLIENT_VERSION,
  CONTROL_PLANE,
  KUSTOMIZE_VERSION,
  PROGRAM,
  SYSTEM_NAMESPACE,
} from '../core/words'
import type { Json } from '../../machinery/json'
import type { ApiObject } from '../../machinery/object'
import { PRINT_FLAGS } from '../print/printer'
import { indentedJson } from '../print/json-text'
import { inTypeOrder } from '../print/typed'
import { yamlText } from '../print/yaml-text'
import { Objects } from '../resources/server'
import { apiVersionOf, requireResource, withoutCredentials } from '../core/discovery'

interface VersionInfo {
  readonly major: string
  readonly minor: string
  readonly gitVersion: string
  readonly [key: string]: string
}

const CLIENT: VersionInfo = {
  major: '1',
  minor: String(CLIENT_MINOR),
  gitVersion: CLIENT_VERSION,
  gitCommit: '',
  gitTreeState: 'clean',
  buildDate: '',
  goVersion: '',
  compiler: 'typescript',
  platform: 'orchard/javascript',
}

export const VERSION: Command = {
  name: 'version',
  short: 'Print the client and server version information',
  section: 'Other Commands',
  flags: [
    { name: 'client', type: 'bool', default: 'false', help: "Only the client's version; no server is asked" },
    { name: 'output', short: 'o', type: 'string', help: 'json or yaml' },
  ],
  async run({ session, flags, args }: Call) {
    if (args.length > 0) throw new CommandError(`extra arguments: [${args.join(' ')}]`)
    const format = flags.string('output')
    if (!['', 'json', 'yaml'].includes(format)) throw new CommandError("--output must be 'yaml' or 'json'")
    let server: VersionInfo | undefined
    let failure: Error | undefined
    if (!flags.bool('client'))
      try {
        server = await (await session.api()).json<VersionInfo>('GET', '/version')
      } catch (error) {
        failure = withoutCredentials(error)
      }
    const info = {
      clientVersion: CLIENT,
      kustomizeVersion: KUSTOMIZE_VERSION,
      ...(server && { serverVersion: server }),
    }
    if (format === 'json') session.out(indentedJson(info, '  ', true))
    else if (format === 'yaml') session.io.stdout(yamlText(info))
    else {
      session.out(`Client Version: ${CLIENT_VERSION}`)
      session.out(`Kustomize Version: ${KUSTOMIZE_VERSION}`)
      if (server) session.out(`Server Version: ${server.gitVersion}`)
    }
    if (failure) throw failure
    if (server) warnOfSkew(server, (text) => session.err(text))
  },
}

function warnOfSkew({ major, minor }: VersionInfo, print: (text: string) => void): void {
  const number = Number(minor.replace(/\D.*$/, ''))
  if (major !== '1' || Math.abs(number - CLIENT_MINOR) <= 1) return
  print(
    `WARNING: version difference between client (1.${CLIENT_MINOR}) and server (1.${number}) exceeds the supported minor version skew of +/-1`,
  )
}

export const API_VERSIONS: Command = {
  name: 'api-versions',
  short: 'Print the supported API versions on the server, in the form of "group/version"',
  section: 'Other Commands',
  async run({ session, args, path }: Call) {
    if (args.length > 0) throw usageError(path, `unexpected arguments: [${args.join(' ')}]`)
    const discovery = await session.discovery()
    discovery.asked = 1
    const { groups } = await discovery.refresh().catch((error: unknown) => {
      if (!isRefusal(error)) throw error
      throw new CommandError(`couldn't get available api versions from server: ${error.message}`)
    })
    const versions = groups.flatMap(({ name, versions: served }) =>
      served.map((version) => (name ? `${name}/${version}` : version)),
    )
    for (const version of versions.sort()) session.out(version)
  },
}

export const CLUSTER_INFO: Command = {
  name: 'cluster-info',
  short: 'Display cluster information',
  section: 'Cluster Management Commands',
  commands: [
    {
      name: 'dump',
      short: 'Dump relevant information for debugging and diagnosis',
      flags: [
        {
          name: 'all-namespaces',
          short: 'A',
          type: 'bool',
          default: 'false',
          help: 'Dump the objects of all namespaces',
        },
        { name: 'namespaces', type: 'list', help: 'Namespaces to dump' },
        ...PRINT_FLAGS.map((flag) => (flag.name === 'output' ? { ...flag, default: 'json' } : flag)),
        { name: 'output-directory', type: 'string', help: 'Directory to write files into instead of printing' },
        {
          name: 'pod-running-timeout',
          type: 'duration',
          default: '20s',
          help: 'How long to wait for a pod to run before its output is asked for',
        },
      ],
      run: dump,
    },
  ],
  async run({ session }: Call) {
    const further = `\nTo further debug and diagnose cluster problems, use '${PROGRAM} cluster-info dump'.`
    const discovery = await session.discovery()
    discovery.asked = 5
    await discovery.catalogue().catch((error: unknown) => {
      session.out(further)
      throw error
    })
    session.out(`${CONTROL_PLANE} is running at ${await session.server()}`)
    const api = await session.api()
    const { items } = await api.json<{ items: { metadata: { name: string } }[] }>(
      'GET',
      `/api/v1/namespaces/${SYSTEM_NAMESPACE}/services`,
      { query: { labelSelector: 'orch.io/cluster-service=true' }, subject: { group: '', resource: 'services' } },
    )
    for (const { metadata } of items)
      session.out(
        `${metadata.name} is running at ${await session.server()}/api/v1/namespaces/${SYSTEM_NAMESPACE}/services/${metadata.name}/proxy`,
      )
    session.out(further)
  },
}

const DUMPED = [
  'events',
  'replicationcontrollers',
  'services',
  'daemonsets.apps',
  'deployments.apps',
  'replicasets.apps',
  'pods',
]

async function dump({ session, flags }: Call): Promise<void> {
  const objects = new Objects(session)
  const discovery = await session.discovery()
  const print = (value: unknown): void =>
    session.io.stdout(
      flags.string('output') === 'yaml' ? `---\n${yamlText(value)}` : `${indentedJson(value, '    ', true)}\n`,
    )
  const listOf = async (word: string, namespace: string): Promise<void> => {
    const resource = await requireResource(discovery, word)
    const items: ApiObject[] = []
    let resourceVersion = ''
    for await (const page of objects.pages(resource, namespace, { query: {}, limit: 0 })) {
      resourceVersion = page.metadata.resourceVersion ?? ''
      items.push(...page.items)
    }
    const shown = items.length > 0 ? items.map((item) => inTypeOrder(item as unknown as Json)) : null
    print({
      kind: `${resource.kind}List`,
      apiVersion: apiVersionOf(resource),
      metadata: { resourceVersion },
      items: shown,
    })
  }
  await listOf('nodes', '')
  const named = flags.list('namespaces')
  const all = flags.bool('all-namespaces')
    ? (await objects.list(await requireResource(discovery, 'namespaces'), '')).map(
        ({ metadata }) => metadata.name ?? '',
      )
    : named.length > 0
      ? named
      : [SYSTEM_NAMESPACE, 'default']
  for (const namespace of all) for (const word of DUMPED) await listOf(word, namespace)
}
