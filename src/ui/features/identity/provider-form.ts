import { isObject, type Json, type JsonObject } from '../../../machinery/json'
import type { ProviderSettings } from '../../../outside/identity-provider-settings'

/** A user of the simulated identity provider, as its form has it. */
export interface UserForm {
  readonly username: string
  readonly password: string
  /** JSON, as typed. */
  readonly claims: string
}

/** The settings in the form, possibly invalid. */
export interface ProviderForm extends Omit<ProviderSettings, 'users' | 'algorithm'> {
  readonly algorithm: string
  readonly users: readonly UserForm[]
}

/** The form for stored settings. */
export const formOf = (settings: ProviderSettings): ProviderForm => ({
  ...settings,
  users: settings.users.map((user) => ({ ...user, claims: JSON.stringify(user.claims, null, 2) })),
})

/** @throws Error that names the user whose claims are not a JSON object */
export function settingsOf({ users, ...rest }: ProviderForm): JsonObject {
  return { ...rest, users: users.map((user): Json => ({ ...user, claims: claimsOf(user) })) }
}

function claimsOf({ username, claims }: UserForm): JsonObject {
  let value: unknown
  try {
    value = JSON.parse(claims || '{}')
  } catch (error) {
    throw new Error(
      `the claims of ${username || 'a user'} are not valid JSON: ${error instanceof Error ? error.message : ''}`,
    )
  }
  if (!isObject(value)) throw new Error(`the claims of ${username || 'a user'} must be an object`)
  return value
}
