import { SECRETS, SERVICE_ACCOUNTS } from '../client/core-targets'
import {
  ACCOUNT_NAME_ANNOTATION,
  ACCOUNT_UID_ANNOTATION,
  legacyClaims,
  TOKEN_SECRET_TYPE,
} from '../api/kinds/authentication/token-claims'
import type { Client } from '../client/client'
import { encodeText } from '../machinery/base64'
import { equal } from '../machinery/json'
import type { ApiObject } from '../machinery/object'
import { randomSuffix } from '../machinery/random'
import { isStatus } from '../client/status-error'
import type { Target } from '../client/targets'
import { behaves } from '../api/releases/ledger'
import type { ControllerCache } from './watched-cache'
import type { ControllerDeps } from './controllers'
import { isConflictOrGone } from './default-service-account'

const UPDATE_ATTEMPTS = 5

interface ServiceAccount extends ApiObject {
  secrets?: { name?: string }[]
}

interface Secret extends ApiObject {
  type?: string
  data?: Record<string, string>
}

/** The service account that a token secret belongs to; empty if it names none. */
export const accountNameOf = ({ metadata }: ApiObject): string => metadata.annotations?.[ACCOUNT_NAME_ANNOTATION] ?? ''

/** Whether a token secret is of this account. */
export const belongsTo = (secret: ApiObject, account: ApiObject): boolean =>
  accountNameOf(secret) === account.metadata.name &&
  [undefined, '', account.metadata.uid].includes(secret.metadata.annotations?.[ACCOUNT_UID_ANNOTATION])

/** Keeps the token secrets of service accounts. */
export class TokenSync {
  private readonly client: Client

  constructor(private readonly deps: ControllerDeps) {
    this.client = deps.client
  }

  async account(namespace: string, name: string, accounts: ControllerCache, secrets: ControllerCache): Promise<void> {
    const account = accounts.get(namespace, name)
    const own = secrets.list(namespace).filter((secret) => accountNameOf(secret) === name)
    for (const secret of own) await this.secret(namespace, name, secret.metadata.name ?? '', secrets)
    if (!account || account.metadata.deletionTimestamp || !makesTokens(this.deps)) return
    const live = await this.liveAccount(namespace, name)
    if (!live || live.metadata.uid !== account.metadata.uid || (await this.hasToken(live, secrets))) return
    await this.makeToken(live, secrets)
  }

  /** Handles one token secret: fills it if its account exists, deletes it if not, removes it from the account's list if it is gone. */
  async secret(namespace: string, name: string, secretName: string, secrets: ControllerCache): Promise<void> {
    const secret = secrets.get(namespace, secretName)
    if (!secret || accountNameOf(secret) !== name) {
      if (!(await this.liveSecret(namespace, secretName))) await this.unlist(namespace, name, secretName)
      return
    }
    if (secret.metadata.deletionTimestamp) return
    // The caches may lag, so the live object is checked before anything is deleted.
    const account = await this.liveAccount(namespace, name)
    if (account && belongsTo(secret, account)) await this.fill(secret, account)
    else await this.remove(secret)
  }

  private async fill(secret: Secret, account: ServiceAccount): Promise<void> {
    const { namespace = '', name = '' } = secret.metadata
    const data = {
      ...secret.data,
      'ca.crt': encodeText(this.deps.rootCa),
      // Existing values of these two are kept; the authorities always come from the cluster.
      namespace: secret.data?.namespace || encodeText(namespace),
      token: secret.data?.token || encodeText(await this.sign(account, name)),
    }
    const annotations = { ...secret.metadata.annotations, ...annotationsOf(account) }
    if (equal(data, secret.data) && equal(annotations, secret.metadata.annotations)) return
    await this.forgiving(
      this.client.update({ ...SECRETS, namespace }, { ...secret, metadata: { ...secret.metadata, annotations }, data }),
    )
  }

  private sign({ metadata }: ServiceAccount, secretName: string): Promise<string> {
    const { namespace = '', name = '', uid = '' } = metadata
    return this.deps.tokens.sign(legacyClaims({ namespace, name, uid }, secretName))
  }

  private async remove({ metadata }: ApiObject): Promise<void> {
    const { namespace, name = '', uid } = metadata
    await this.forgiving(this.client.delete({ ...SECRETS, namespace }, name, { body: { preconditions: { uid } } }))
  }

  private async unlist(namespace: string, name: string, secretName: string): Promise<void> {
    const account = await this.liveAccount(namespace, name)
    const secrets = account?.secrets?.filter((reference) => reference.name !== secretName)
    if (!account || secrets?.length === account.secrets?.length) return
    await this.forgiving(this.client.update({ ...SERVICE_ACCOUNTS, namespace }, { ...account, secrets }))
  }

  private async hasToken(account: ServiceAccount, secrets: ControllerCache): Promise<boolean> {
    const { namespace = '' } = account.metadata
    for (const { name = '' } of account.secrets ?? []) {
      const secret: Secret | undefined = secrets.get(namespace, name) ?? (await this.liveSecret(namespace, name))
      if (secret?.type === TOKEN_SECRET_TYPE && belongsTo(secret, account)) return true
    }
    return false
  }

  private async makeToken(account: ServiceAccount, secrets: ControllerCache): Promise<void> {
    const { namespace = '', name: accountName = '', uid } = account.metadata
    const name = `${accountName}-token-${randomSuffix(this.deps.random)}`
    let made: ApiObject
    try {
      made = await this.client.create(
        { ...SECRETS, namespace },
        {
          metadata: { name, annotations: annotationsOf(account) },
          type: TOKEN_SECRET_TYPE,
          data: {
            'ca.crt': encodeText(this.deps.rootCa),
            namespace: encodeText(namespace),
            token: encodeText(await this.sign(account, name)),
          },
        },
      )
    } catch (error) {
      if (isStatus(error, 'Forbidden') || isStatus(error, 'NotFound')) return // the namespace is terminating
      throw error
    }
    let live: ServiceAccount = account
    for (let attempt = 0; attempt < UPDATE_ATTEMPTS; attempt++) {
      try {
        await this.client.update<ServiceAccount>(
          { ...SERVICE_ACCOUNTS, namespace },
          { ...live, secrets: [...(live.secrets ?? []), { name }] },
        )
        return
      } catch (error) {
        if (!isStatus(error, 'Conflict') && !isStatus(error, 'NotFound')) {
          await this.remove(made)
          throw error
        }
      }
      const next = await this.liveAccount(namespace, accountName)
      if (!next || next.metadata.uid !== uid || (await this.hasToken(next, secrets))) break
      live = next
    }
    // The account could not list it, so the token would be unused.
    await this.remove(made)
  }

  private liveAccount(namespace: string, name: string): Promise<ServiceAccount | undefined> {
    return this.find<ServiceAccount>({ ...SERVICE_ACCOUNTS, namespace }, name)
  }
  private liveSecret(namespace: string, name: string): Promise<Secret | undefined> {
    return this.find<Secret>({ ...SECRETS, namespace }, name)
  }

  private async find<T extends ApiObject>(target: Target, name: string): Promise<T | undefined> {
    if (name === '') return undefined
    try {
      return await this.client.get<T>(target, name)
    } catch (error) {
      if (isStatus(error, 'NotFound')) return undefined
      throw error
    }
  }

  private async forgiving(write: Promise<unknown>): Promise<void> {
    try {
      await write
    } catch (error) {
      if (!isConflictOrGone(error)) throw error
    }
  }
}

const annotationsOf = ({ metadata }: ApiObject): Record<string, string> => ({
  [ACCOUNT_NAME_ANNOTATION]: metadata.name ?? '',
  [ACCOUNT_UID_ANNOTATION]: metadata.uid ?? '',
})

/** Whether every account gets a token secret. */
export const makesTokens = (deps: Pick<ControllerDeps, 'release' | 'feature'>): boolean =>
  behaves('legacy-token-secrets', deps)
