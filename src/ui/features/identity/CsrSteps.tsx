import { Button, Select } from '@mantine/core'
import type { ReactNode } from 'react'
import type { KeyAlgorithmName } from '../../../pki/keys'
import { Icon } from '../../components/Icon'
import { download } from '../../state/download'
import { Secret } from './Secret'
import { KEY_ALGORITHMS, makeKey, type CsrForm } from './csr-store'

/** The private key, which stays in this tab. */
export function KeyStep({
  made,
  form,
  set,
  running,
  act,
  objectName,
  fault,
}: {
  readonly made: { readonly pem: string; readonly algorithm: KeyAlgorithmName } | undefined
  readonly form: CsrForm
  readonly set: (part: Partial<CsrForm>) => void
  readonly running: string | undefined
  readonly act: (work: () => Promise<unknown>, what?: string) => Promise<boolean>
  readonly objectName: string
  /** Why the last try of this step failed. */
  readonly fault: ReactNode
}) {
  return (
    <li className={made ? 'done' : ''}>
      <h3>Create a private key (stays in this tab)</h3>
      <div className="o-stack">
        <div className="o-row wrap o-bottoms">
          <Select
            w={140}
            label="Key type"
            allowDeselect={false}
            data={[...KEY_ALGORITHMS]}
            value={form.algorithm}
            onChange={(value) => set({ algorithm: value ?? 'P-256' })}
          />
          <Button
            variant={made ? 'default' : 'filled'}
            loading={running === 'key'}
            onClick={() => void act(() => makeKey(form.algorithm), 'key')}
          >
            {made ? 'Create another key' : 'Create key'}
          </Button>
          {made && (
            <Button
              variant="default"
              leftSection={<Icon name="download" size={14} />}
              onClick={() => download(`${objectName || 'key'}.key`, made.pem)}
            >
              Download key
            </Button>
          )}
        </div>
        {fault}
        {made && <Secret block text={made.pem} label="the private key" />}
      </div>
    </li>
  )
}
