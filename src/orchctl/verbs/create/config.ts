import { encodeBase64, encodeText, fromUtf8 } from '../../../machinery/base64'
import type { JsonObject } from '../../../machinery/json'
import { isQuantity } from '../../../machinery/quantity'
import type { Call } from '../../core/command'
import { CommandError } from '../../core/errors'
import { FileMissing } from '../../core/io'
import { resolvePath } from '../../core/paths'
import { contentHash } from '../../resources/content-hash'
import type { Generator } from './generator'
import { NO_QUANTITY, PAIR_FLAGS, readPairs } from './pairs'

async function hashed(call: Call, name: string, object: JsonObject): Promise<JsonObject> {
  if (!call.flags.bool('append-hash')) return object
  const hash = await contentHash(call.session.io, { ...object, metadata: { name } })
  return { ...object, metadata: { name: `${name}-${hash}` } }
}

/** A text where the bytes are one. */
function asText(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}

export const CONFIG_MAP: Generator = {
  name: 'configmap',
  aliases: ['cm'],
  short: 'Create a config map from a local file, directory or literal value',
  flags: PAIR_FLAGS,
  apiVersion: 'v1',
  kind: 'ConfigMap',
  namespaced: true,
  failure: 'failed to create configmap:',
  async build(call, name) {
    const data: JsonObject = {}
    const binaryData: JsonObject = {}
    for (const [key, bytes] of await readPairs(call, `ConfigMap ${JSON.stringify(name)}`)) {
      const text = asText(bytes)
      if (text === undefined) binaryData[key] = encodeBase64(bytes)
      else data[key] = text
    }
    return hashed(call, name, {
      kind: 'ConfigMap',
      ...(Object.keys(data).length > 0 && { data }),
      ...(Object.keys(binaryData).length > 0 && { binaryData }),
    })
  },
}

export const GENERIC_SECRET: Generator = {
  name: 'generic',
  short: 'Create a secret from a local file, directory, or literal value',
  flags: [...PAIR_FLAGS, { name: 'type', type: 'string', help: 'Type of the secret' }],
  apiVersion: 'v1',
  kind: 'Secret',
  namespaced: true,
  failure: 'failed to create secret',
  async build(call, name) {
    const pairs = await readPairs(call, `Secret ${JSON.stringify(name)}`)
    const data = Object.fromEntries([...pairs].map(([key, bytes]) => [key, encodeBase64(bytes)]))
    const type = call.flags.string('type')
    return hashed(call, name, {
      kind: 'Secret',
      ...(pairs.size > 0 && { data }),
      ...(type && { type }),
    })
  },
}

export const REGISTRY_SECRET: Generator = {
  name: 'docker-registry',
  short: 'Create a secret for use with a Docker registry',
  flags: [
    { name: 'append-hash', type: 'bool', default: 'false', help: 'Add a hash of the content to the name' },
    { name: 'docker-email', type: 'string', help: 'Email address for the registry' },
    { name: 'docker-password', type: 'string', help: 'Password for the registry' },
    { name: 'docker-server', type: 'string', default: 'https://index.docker.io/v1/', help: 'Address of the registry' },
    { name: 'docker-username', type: 'string', help: 'User of the registry' },
    { name: 'from-file', type: 'list', help: 'File with the credentials, or KEY=FILE' },
  ],
  apiVersion: 'v1',
  kind: 'Secret',
  namespaced: true,
  failure: 'failed to create secret',
  async build(call, name) {
    const { flags } = call
    const type = 'orch.io/dockerconfigjson'
    const [username, password, server, email] = ['username', 'password', 'server', 'email'].map((part) =>
      flags.string(`docker-${part}`),
    )
    if (flags.list('from-file').length === 0 && (!username || !password || !server))
      throw new CommandError(
        'either --from-file or the combination of --docker-username, --docker-password and --docker-server is required',
      )
    if (flags.list('from-file').length > 0) {
      const pairs = await readPairs({ ...call, flags }, `Secret ${JSON.stringify(name)}`)
      const data = Object.fromEntries([...pairs].map(([, bytes]) => ['.dockerconfigjson', encodeBase64(bytes)]))
      return hashed(call, name, { kind: 'Secret', type, data })
    }
    const entry = {
      username,
      password,
      ...(email && { email }),
      auth: encodeText(`${username}:${password}`),
    }
    const content = JSON.stringify({ auths: { [server ?? '']: entry } })
    return hashed(call, name, { kind: 'Secret', type, data: { '.dockerconfigjson': encodeText(content) } })
  },
}

export const TLS_SECRET: Generator = {
  name: 'tls',
  short: 'Create a TLS secret',
  flags: [
    { name: 'append-hash', type: 'bool', default: 'false', help: 'Add a hash of the content to the name' },
    { name: 'cert', type: 'string', help: 'File with the certificate (PEM)' },
    { name: 'key', type: 'string', help: 'File with the key (PEM)' },
  ],
  apiVersion: 'v1',
  kind: 'Secret',
  namespaced: true,
  failure: 'failed to create secret',
  async build(call, name) {
    const { flags, session } = call
    if (!flags.string('cert') || !flags.string('key')) throw new CommandError('key and cert must be specified')
    const read = async (path: string): Promise<string> => {
      try {
        return fromUtf8(await session.io.files.read(resolvePath(session.io.cwd, path)))
      } catch (error) {
        if (!(error instanceof FileMissing)) throw error
        throw new CommandError(`Cannot read file ${path}, open ${path}: no such file or directory`)
      }
    }
    const [cert, key] = [await read(flags.string('cert')), await read(flags.string('key'))]
    for (const [text, what] of [
      [cert, 'certificate'],
      [key, 'key'],
    ] as const)
      if (!text.includes('-----BEGIN ')) throw new CommandError(`tls: failed to find any PEM data in ${what} input`)
    return hashed(call, name, {
      kind: 'Secret',
      type: 'orch.io/tls',
      data: { 'tls.crt': encodeText(cert), 'tls.key': encodeText(key) },
    })
  },
}

export const NAMESPACE: Generator = {
  name: 'namespace',
  aliases: ['ns'],
  short: 'Create a namespace with the specified name',
  flags: [],
  apiVersion: 'v1',
  kind: 'Namespace',
  namespaced: false,
  build: () => ({ spec: {}, status: {} }),
}

export const SERVICE_ACCOUNT: Generator = {
  name: 'serviceaccount',
  aliases: ['sa'],
  short: 'Create a service account with the specified name',
  flags: [],
  apiVersion: 'v1',
  kind: 'ServiceAccount',
  namespaced: true,
  failure: 'failed to create serviceaccount:',
  build: () => ({}),
}

const hardLimits = (text: string): JsonObject =>
  Object.fromEntries(
    text
      .split(',')
      .filter(Boolean)
      .map((part) => {
        const [name = '', value, more] = part.split('=')
        if (value === undefined || more !== undefined || name === '' || value === '')
          throw new CommandError(`Invalid argument syntax ${part}, expected <resource>=<value>`)
        if (!isQuantity(value)) throw new CommandError(NO_QUANTITY)
        return [name, value]
      }),
  )

export const QUOTA: Generator = {
  name: 'quota',
  aliases: ['resourcequota'],
  short: 'Create a quota with the specified name',
  flags: [
    { name: 'hard', type: 'string', help: 'Limits by resource, such as pods=5,cpu=2' },
    { name: 'scopes', type: 'string', help: 'Scopes that the quota is for' },
  ],
  apiVersion: 'v1',
  kind: 'ResourceQuota',
  namespaced: true,
  failure: 'failed to create quota:',
  build({ flags }) {
    const scopes = flags.string('scopes').split(',').filter(Boolean)
    const hard = hardLimits(flags.string('hard'))
    return {
      spec: { ...(Object.keys(hard).length > 0 && { hard }), ...(scopes.length > 0 && { scopes }) },
      status: {},
    }
  },
}

export const PRIORITY_CLASS: Generator = {
  name: 'priorityclass',
  aliases: ['pc'],
  short: 'Create a priority class with the specified name',
  flags: [
    { name: 'description', type: 'string', help: 'When the class is to be used' },
    { name: 'global-default', type: 'bool', default: 'false', help: 'Whether pods without a class get this one' },
    {
      name: 'preemption-policy',
      type: 'string',
      default: 'PreemptLowerPriority',
      help: 'PreemptLowerPriority or Never',
    },
    { name: 'value', type: 'int', default: '0', help: 'The priority' },
  ],
  apiVersion: 'scheduling.orch.io/v1',
  kind: 'PriorityClass',
  namespaced: false,
  failure: 'failed to create priorityclass:',
  build: ({ flags }) => ({
    value: flags.int('value'),
    ...(flags.bool('global-default') && { globalDefault: true }),
    ...(flags.string('description') && { description: flags.string('description') }),
    preemptionPolicy: flags.string('preemption-policy'),
  }),
}
