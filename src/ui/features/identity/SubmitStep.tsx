import { Button, MultiSelect, NumberInput, Select, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { Explained } from '../../components/terms/Explained'
import {
  CLIENT_SIGNER,
  NODE_CLIENT_SIGNER,
  NODE_SERVING_SIGNER,
} from '../../../api/kinds/certificates/certificate-signing-request/signers'
import { USAGES } from '../../../pki/usages'
import { Icon } from '../../components/Icon'
import { Verdict } from '../../components/Verdict'
import { useClient } from '../../state/connection'
import { useIdentity } from '../../state/identity'
import { submitCsr, type CsrForm } from './csr-store'

const OWN = 'example.com/workshop'
const SIGNERS = [CLIENT_SIGNER, NODE_CLIENT_SIGNER, NODE_SERVING_SIGNER, OWN]

/** The CertificateSigningRequest object sent to the cluster. */
export function SubmitStep({
  objectName,
  form,
  set,
  refusal,
  request,
  running,
  act,
  onSent,
  settle,
  fault,
}: {
  readonly objectName: string
  readonly form: CsrForm
  readonly set: (part: Partial<CsrForm>) => void
  readonly refusal: string | undefined
  readonly request: string | undefined
  readonly running: string | undefined
  readonly act: (work: () => Promise<unknown>, what?: string) => Promise<boolean>
  readonly onSent: (name: string) => void
  readonly settle: (saved: CsrForm) => void
  /** Why the last try of this step failed. */
  readonly fault: ReactNode
}) {
  const client = useClient()
  const { identity } = useIdentity()
  return (
    <li>
      <h3>Create the CertificateSigningRequest</h3>
      <div className="o-stack">
        <div className="o-form">
          <TextInput
            label="Object name"
            placeholder={objectName}
            value={form.name}
            onChange={(e) => set({ name: e.currentTarget.value })}
          />
          <Explained term="signer">
            <Select
              label="Signer"
              description={form.signerName === OWN ? 'Signed by you in this tab' : 'Built in'}
              allowDeselect={false}
              data={SIGNERS.includes(form.signerName) ? SIGNERS : [...SIGNERS, form.signerName]}
              value={form.signerName}
              onChange={(value) => set({ signerName: value ?? CLIENT_SIGNER })}
            />
          </Explained>
          <MultiSelect
            className="wide"
            label="Usages"
            searchable
            data={Object.keys(USAGES)}
            value={[...form.usages]}
            onChange={(usages) => set({ usages })}
          />
          <NumberInput
            label="Lifetime in seconds"
            description="At least 600; empty for the signer’s default"
            value={form.seconds}
            step={3600}
            onChange={(value) => set({ seconds: value === '' ? '' : Number(value) })}
          />
        </div>
        {refusal !== undefined && (
          <p className="o-flush">
            <Verdict tone="changed">the signer will refuse</Verdict> {refusal}
          </p>
        )}
        <div className="o-row wrap">
          <Button
            disabled={!request}
            loading={running === 'send'}
            leftSection={<Icon name="send" size={14} />}
            onClick={() =>
              void act(async () => {
                onSent(await submitCsr(client, { ...form, name: objectName }))
                settle(form)
              }, 'send')
            }
          >
            Create as {identity.name}
          </Button>
        </div>
        {fault}
      </div>
    </li>
  )
}
