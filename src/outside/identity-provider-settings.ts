import { isObject, type Json, type JsonObject } from '../machinery/json'

/** A user of the simulated identity provider. */
export interface ProviderUser {
  readonly username: string
  readonly password: string
  /** Additional claims in this user's ID tokens. */
  readonly claims: JsonObject
}

/** Settings of the simulated identity provider. */
export interface ProviderSettings {
  readonly issuer: string
  readonly clientId: string
  /** Empty for a public client. */
  readonly clientSecret: string
  readonly algorithm: ProviderAlgorithm
  readonly idTokenSeconds: number
  /** Some providers do not, and clients cannot stay logged in with them. */
  readonly refreshGivesIdToken: boolean
  /** Its certificate is issued by an authority that must be configured (`--oidc-ca-file`). */
  readonly ownCa: boolean
  readonly users: readonly ProviderUser[]
}

/** Algorithms that the provider can sign tokens with. */
export const PROVIDER_ALGORITHMS = ['RS256', 'ES256', 'PS256'] as const
/** An algorithm that the provider can sign tokens with. */
export type ProviderAlgorithm = (typeof PROVIDER_ALGORITHMS)[number]

/** The example that a new cluster shows. */
export const DEFAULT_PROVIDER: ProviderSettings = {
  issuer: 'https://login.orchard.example',
  clientId: 'orchard',
  clientSecret: '',
  algorithm: 'RS256',
  idTokenSeconds: 600,
  refreshGivesIdToken: true,
  ownCa: false,
  users: [
    {
      username: 'nora',
      password: 'nora',
      claims: { email: 'nora@orchard.example', email_verified: true, groups: ['gardeners', 'payroll'] },
    },
    {
      username: 'otto',
      password: 'otto',
      claims: { email: 'otto@orchard.example', email_verified: false, groups: ['guests'] },
    },
  ],
}

/** Claims that the provider sets itself. */
const OWN_CLAIMS = ['iss', 'aud', 'iat', 'exp', 'nonce']
const LONGEST_SECONDS = 86_400

const fail = (why: string): never => {
  throw new Error(why)
}
const text = (value: Json | undefined, what: string): string =>
  typeof value === 'string' ? value : fail(`${what} must be a text`)

/** @throws Error that says what is wrong with the settings */
export function checkProvider(value: JsonObject): ProviderSettings {
  const issuer = text(value.issuer, 'issuer').trim()
  const url = URL.canParse(issuer) ? new URL(issuer) : undefined
  if (url?.protocol !== 'https:' || url.search || url.hash)
    fail('the issuer must be an https address without query and fragment')
  const clientId = text(value.clientId, 'client id').trim() || fail('the client id must not be empty')
  const algorithm = PROVIDER_ALGORITHMS.find((known) => known === value.algorithm)
  const seconds = value.idTokenSeconds
  if (typeof seconds !== 'number' || !Number.isInteger(seconds) || seconds < 1 || seconds > LONGEST_SECONDS)
    fail(`an ID token must last 1 to ${LONGEST_SECONDS} seconds`)
  const users = Array.isArray(value.users) ? value.users.map(checkUser) : fail('users must be a list')
  const twice = users.find((user, i) => users.findIndex(({ username }) => username === user.username) !== i)
  if (twice) fail(`there are two users named ${twice.username}`)
  return {
    issuer,
    clientId,
    clientSecret: text(value.clientSecret, 'client secret'),
    algorithm: algorithm ?? fail(`the algorithm must be one of ${PROVIDER_ALGORITHMS.join(', ')}`),
    idTokenSeconds: seconds as number,
    refreshGivesIdToken: value.refreshGivesIdToken === true,
    ownCa: value.ownCa === true,
    users,
  }
}

function checkUser(value: Json): ProviderUser {
  if (!isObject(value)) return fail('a user has a name, a password and claims')
  const username = text(value.username, 'user name').trim() || fail('a user must have a name')
  const claims = isObject(value.claims) ? value.claims : fail(`the claims of ${username} must be an object`)
  const own = OWN_CLAIMS.find((claim) => Object.hasOwn(claims, claim))
  if (own) fail(`the claim ${own} of ${username} is the provider's own to say`)
  return { username, password: text(value.password, `password of ${username}`), claims }
}
