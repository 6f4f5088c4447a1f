import { type ReactNode, useMemo } from 'react'
import { SIGNER_RULES } from '../../../api/kinds/certificates/certificate-signing-request/signers'
import { parseRequestPem } from '../../../pki/request'
import { ErrorMessage } from '../../components/States'
import { Panel } from '../../components/Panel'
import { useSessionDraft } from '../../state/session-draft'
import { useAction } from '../../state/use-action'
import { altNamesOf, EXAMPLE_FORM, useCsrStore, type CsrForm } from './csr-store'
import { KeyStep } from './CsrSteps'
import { RequestStep } from './RequestStep'
import { SubmitStep } from './SubmitStep'
const EMPTY: CsrForm = { ...EXAMPLE_FORM, name: '', commonName: '', organizations: [] }

/** The three parts of a certificate request: key, PKCS#10 request, API object. */
export function CsrFormPart({ onSent }: { readonly onSent: (name: string) => void }) {
  const { key, request } = useCsrStore()
  const [form, setForm, , , settle] = useSessionDraft<CsrForm>('csr', EMPTY)
  const { act, running, error, failed } = useAction()
  /** The error at the step where it happened: a panel's top may be out of sight. */
  const faultAt = (step: string): ReactNode => error !== undefined && step === failed && <ErrorMessage error={error} />
  const set = (part: Partial<CsrForm>): void => setForm({ ...form, ...part })
  const parsed = useMemo(() => (request ? parseRequestPem(request) : undefined), [request])
  const refusal = parsed && SIGNER_RULES.get(form.signerName)?.(parsed, form.usages)
  const stale =
    parsed !== undefined &&
    (parsed.subject.commonName !== form.commonName ||
      parsed.subject.organizations.join('\n') !== form.organizations.join('\n') ||
      JSON.stringify(parsed.altNames) !== JSON.stringify(altNamesOf(form.altNames)))
  const objectName = form.name || form.commonName.toLowerCase().replace(/[^a-z0-9.-]+/g, '-')
  return (
    <Panel title="Create a client certificate">
      <div className="o-panel-body">
        <ol className="o-steps">
          <KeyStep
            made={key}
            form={form}
            set={set}
            running={running}
            act={act}
            objectName={objectName}
            fault={faultAt('key')}
          />
          <RequestStep
            request={request}
            form={form}
            set={set}
            privateKey={key}
            running={running}
            act={act}
            objectName={objectName}
            stale={stale}
            parsed={parsed}
            fault={faultAt('request')}
          />
          <SubmitStep
            objectName={objectName}
            form={form}
            set={set}
            refusal={refusal}
            request={request}
            running={running}
            act={act}
            onSent={onSent}
            settle={settle}
            fault={faultAt('send')}
          />
        </ol>
      </div>
    </Panel>
  )
}
