import { decodeText, encodeText } from '../../machinery/base64'
import type { JsonObject } from '../../machinery/json'
import type { StoredIdentity } from './keyring'

/** The user entry of a kubeconfig file. */
export function userEntryOf({ credential }: StoredIdentity): JsonObject {
  switch (credential.type) {
    case 'token':
      return { token: credential.token }
    case 'header': {
      const basic = /^Basic (.+)$/.exec(credential.authorization)?.[1]
      const [username = '', ...rest] = basic ? decodeText(basic).split(':') : []
      return { username, password: rest.join(':') }
    }
    case 'certificate':
      return {
        'client-certificate-data': encodeText(credential.certificate),
        'client-key-data': encodeText(credential.key),
      }
    case 'openid': {
      const { issuer, clientId, clientSecret, refreshToken, idToken, ca } = credential.provider
      return {
        'auth-provider': {
          name: 'oidc',
          config: {
            'idp-issuer-url': issuer,
            'client-id': clientId,
            ...(clientSecret && { 'client-secret': clientSecret }),
            ...(refreshToken && { 'refresh-token': refreshToken }),
            ...(idToken && { 'id-token': idToken }),
            ...(ca !== undefined && { 'idp-certificate-authority-data': encodeText(ca) }),
          },
        },
      }
    }
    case 'exec': {
      const { command, args, env, apiVersion, installHint, provideClusterInfo, interactiveMode } = credential.exec
      return {
        exec: {
          apiVersion,
          command,
          interactiveMode,
          provideClusterInfo,
          ...(args.length > 0 && { args: [...args] }),
          ...(env.length > 0 && { env: env.map(({ name, value }) => ({ name, value })) }),
          ...(installHint !== undefined && { installHint }),
        },
      }
    }
  }
}

const SECRET_KEYS = /^(\s*-?\s*(?:client-key-data|token|password|client-secret|refresh-token|id-token)\s*:\s*)(\S.*)$/gm

/** The same text with secrets masked by dots. */
export const maskedFile = (text: string): string => text.replace(SECRET_KEYS, '$1••••••••')
