import { SECRETS, SERVICE_ACCOUNTS } from '../client/core-targets'
import { TOKEN_SECRET_TYPE } from '../api/kinds/authentication/token-claims'
import { keyOf } from '../client/object-key'
import type { ControllerCache } from './watched-cache'
import type { ControllerRow } from './controllers'
import { runNamed } from './kit'
import { accountNameOf, TokenSync } from './service-account-token-sync'

const NAME = 'serviceaccount-token'

/**
 * Fills token secrets, deletes those whose account is gone, removes deleted ones from their accounts and, in older releases, creates one
 * for every account (authentication document, "Service accounts").
 */
export const serviceAccountTokens: ControllerRow = {
  name: NAME,
  defaultOn: true,
  needs: ['v1/secrets', 'v1/serviceaccounts'],
  start(deps) {
    const work = new TokenSync(deps)
    return runNamed(deps, NAME, {
      watches: [
        { target: SERVICE_ACCOUNTS, keys: (account) => [keyOf(account)] },
        {
          target: SECRETS,
          query: { fieldSelector: `type=${TOKEN_SECRET_TYPE}` },
          keys: ({ metadata, ...secret }) => [
            `${metadata.namespace ?? ''}/${accountNameOf({ metadata, ...secret })}/${metadata.name ?? ''}`,
          ],
        },
      ],
      async reconcile(key, [accounts, secrets]) {
        const [namespace = '', name = '', secretName] = key.split('/')
        if (secretName !== undefined) await work.secret(namespace, name, secretName, secrets as ControllerCache)
        else await work.account(namespace, name, accounts as ControllerCache, secrets as ControllerCache)
      },
    })
  },
}
