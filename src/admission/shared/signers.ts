import type { Authorizer } from '../../authorization/authorizer'
import type { ApiObject } from '../../machinery/object'
import type { UserInfo } from '../../machinery/user'

/** The signer that a CertificateSigningRequest asks for; empty if there is none. */
export const signerOf = (request: ApiObject | undefined): string =>
  (request?.spec as { signerName?: string } | undefined)?.signerName ?? ''

/** Whether a user has a permission on a signer, by its name or domain (authentication document, "Permissions"). */
export async function maySigner(
  authorizer: Authorizer,
  user: UserInfo,
  verb: string,
  signer: string,
): Promise<boolean> {
  for (const name of [signer, `${signer.split('/')[0] ?? ''}/*`]) {
    const { verdict } = await authorizer.authorize({
      user,
      verb,
      isResourceRequest: true,
      apiGroup: 'certificates.orch.io',
      apiVersion: '*',
      resource: 'signers',
      subresource: '',
      namespace: '',
      name,
      path: '',
    })
    if (verdict === 'allow') return true
  }
  return false
}
