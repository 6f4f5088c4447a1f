import { encodeBase64, encodeText, fromUtf8 } from '../../../machinery/base64'
import { CommandError } from '../../core/errors'
import { FileMissing } from '../../core/io'
import { resolvePath } from '../../core/paths'
import { hashed } from './config'
import type { Generator } from './generator'
import { HASH_FLAG, PAIR_FLAGS, readPairs } from './pairs'

const SECRET = { apiVersion: 'v1', kind: 'Secret', namespaced: true, failure: 'failed to create secret' } as const

/** `create secret generic`. */
export const GENERIC_SECRET: Generator = {
  name: 'generic',
  short: 'Create a secret from a local file, directory, or literal value',
  flags: [...PAIR_FLAGS, { name: 'type', type: 'string', help: 'Type of the secret' }],
  ...SECRET,
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

/** `create secret docker-registry`. */
export const REGISTRY_SECRET: Generator = {
  name: 'docker-registry',
  short: 'Create a secret for use with a Docker registry',
  flags: [
    HASH_FLAG,
    { name: 'docker-email', type: 'string', help: 'Email address for the registry' },
    { name: 'docker-password', type: 'string', help: 'Password for the registry' },
    { name: 'docker-server', type: 'string', default: 'https://index.docker.io/v1/', help: 'Address of the registry' },
    { name: 'docker-username', type: 'string', help: 'User of the registry' },
    { name: 'from-file', type: 'list', help: 'File with the credentials, or KEY=FILE' },
  ],
  ...SECRET,
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
      const pairs = await readPairs(call, `Secret ${JSON.stringify(name)}`)
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

/** `create secret tls`. */
export const TLS_SECRET: Generator = {
  name: 'tls',
  short: 'Create a TLS secret',
  flags: [
    HASH_FLAG,
    { name: 'cert', type: 'string', help: 'File with the certificate (PEM)' },
    { name: 'key', type: 'string', help: 'File with the key (PEM)' },
  ],
  ...SECRET,
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
