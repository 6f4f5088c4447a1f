import type { JsonObject } from '../../../machinery/json'
import { isQuantity } from '../../../machinery/quantity'
import { CommandError } from '../../core/errors'
import type { Generator } from './generator'
import { NO_QUANTITY } from './pairs'

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

/** `create quota`. */
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

/** `create namespace`. */
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

/** `create serviceaccount`. */
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
