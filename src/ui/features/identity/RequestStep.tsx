import { Button, TagsInput, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { Icon } from '../../components/Icon'
import { Verdict } from '../../components/Verdict'
import { download } from '../../state/download'
import type { KeyAlgorithmName } from '../../../pki/keys'
import type { ParsedRequest } from '../../../pki/request'
import { RequestFields } from './CertificateFields'
import { makeRequest, type CsrForm } from './csr-store'

/** The certificate signing request for the key and these names. */
export function RequestStep({
  request,
  form,
  set,
  privateKey,
  running,
  act,
  objectName,
  stale,
  parsed,
  fault,
}: {
  readonly request: string | undefined
  readonly form: CsrForm
  readonly set: (part: Partial<CsrForm>) => void
  readonly privateKey: { readonly pem: string; readonly algorithm: KeyAlgorithmName } | undefined
  readonly running: string | undefined
  readonly act: (work: () => Promise<unknown>, what?: string) => Promise<boolean>
  readonly objectName: string
  readonly stale: boolean
  readonly parsed: ParsedRequest | undefined
  /** Why the last try of this step failed. */
  readonly fault: ReactNode
}) {
  return (
    <li className={request ? 'done' : ''}>
      <h3>Create the CSR</h3>
      <div className="o-stack">
        <div className="o-form">
          <TextInput
            label="Common name"
            description="User name"
            value={form.commonName}
            onChange={(e) => set({ commonName: e.currentTarget.value })}
          />
          <TagsInput
            label="Organizations"
            description="Groups"
            value={[...form.organizations]}
            onChange={(organizations) => set({ organizations })}
          />
          <TagsInput
            className="wide"
            label="Alternative names"
            description="DNS names, IP addresses, email addresses, URIs (for servers)"
            value={[...form.altNames]}
            onChange={(altNames) => set({ altNames })}
          />
        </div>
        <div className="o-row wrap">
          <Button
            variant={request ? 'default' : 'filled'}
            disabled={!privateKey || !form.commonName.trim()}
            loading={running === 'request'}
            onClick={() => void act(() => makeRequest(form), 'request')}
          >
            Create CSR
          </Button>
          {request && (
            <Button
              variant="default"
              leftSection={<Icon name="download" size={14} />}
              onClick={() => download(`${objectName || 'request'}.csr`, request)}
            >
              Download CSR
            </Button>
          )}
        </div>
        {fault}
        {stale && (
          <p className="o-flush">
            <Verdict tone="changed">outdated</Verdict> The fields above changed after this CSR was created. Create the
            CSR again to use them.
          </p>
        )}
        {parsed && <RequestFields request={parsed} />}
      </div>
    </li>
  )
}
