import { BOOTSTRAP_NAMESPACE, BOOTSTRAP_TYPE, bootstrapExpiry } from '../api/kinds/authentication/bootstrap-tokens'
import { isStatus, type Target } from '../client/client'
import { runController } from './controller'
import type { ControllerRow } from './controllers'

const NAME = 'tokencleaner'
const SECRETS: Target = { group: '', version: 'v1', resource: 'secrets', namespace: BOOTSTRAP_NAMESPACE }

/** Deletes the secrets of bootstrap tokens when they expire. */
export const bootstrapTokenCleaner: ControllerRow = {
  name: NAME,
  defaultOn: false,
  account: 'token-cleaner',
  needs: ['v1/secrets'],
  start: ({ client, reader, clock, signal, log }) =>
    runController({
      name: NAME,
      client: reader,
      clock,
      signal,
      log: (message) => log(NAME, message),
      watches: [
        {
          target: SECRETS,
          query: { fieldSelector: `type=${BOOTSTRAP_TYPE}` },
          keys: ({ metadata }) => [metadata.name ?? ''],
        },
      ],
      async reconcile(name, [secrets]) {
        const secret = secrets?.get(BOOTSTRAP_NAMESPACE, name)
        const end = secret && bootstrapExpiry(secret)
        if (end === undefined) return
        const left = end - clock.now()
        if (left > 0) return { afterMs: left }
        try {
          await client.delete(SECRETS, name, { body: { preconditions: { uid: secret?.metadata.uid } } })
        } catch (error) {
          if (!isStatus(error, 'NotFound')) throw error
        }
      },
    }),
}
