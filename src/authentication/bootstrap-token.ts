import {
  BOOTSTRAP_NAMESPACE,
  bootstrapGroups,
  bootstrapSecretName,
  bootstrapTokenOf,
  parseBootstrapToken,
} from '../api/kinds/authentication/bootstrap-tokens'
import type { Clock } from '../machinery/clock'
import type { ObjectReader } from '../machinery/reader'
import { NONE, type TokenAuthenticator } from './authenticator'

/** `--enable-bootstrap-token-auth`: tokens for joining nodes, stored in secrets. */
export const bootstrapToken = ({ reader, clock }: { reader: ObjectReader; clock: Clock }): TokenAuthenticator => ({
  name: 'bootstrap token',
  async authenticateToken(text) {
    const token = parseBootstrapToken(text)
    const secret =
      token && reader.get({ group: '', resource: 'secrets' }, BOOTSTRAP_NAMESPACE, bootstrapSecretName(token.id))
    if (!secret || bootstrapTokenOf(secret, 'authentication', clock.now())?.secret !== token.secret) return NONE
    const groups = bootstrapGroups(secret)
    return groups ? { type: 'identity', identity: { user: { name: `system:bootstrap:${token.id}`, groups } } } : NONE
  },
})
