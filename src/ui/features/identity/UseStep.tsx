import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { Icon } from '../../components/Icon'
import { useIdentity } from '../../state/identity'
import { download } from '../../state/download'
import { fileName, type StoredIdentity } from '../../state/keyring'
import type { ParsedCertificate } from '../../../pki/certificate'
import { useImpersonate } from './acting'
import { exportFile } from './client-files'
import { Secret } from './Secret'
import type { Made } from './csr-store'

/** Uses of the certificate: acting as its subject, and files for clients. */
export function UseStep({
  kept,
  running,
  bind,
  fault,
  parsed,
  name,
  certificate,
  mine,
  ca,
}: {
  readonly kept: StoredIdentity | undefined
  readonly running: string | undefined
  readonly bind: () => Promise<boolean>
  /** Why the last grant failed. */
  readonly fault: ReactNode
  readonly parsed: ParsedCertificate
  readonly name: string
  readonly certificate: string
  readonly mine: Made | undefined
  readonly ca: string | undefined
}) {
  const be = useImpersonate()
  const { identity } = useIdentity()
  return (
    <li className={identity.id === kept?.id ? 'done' : ''}>
      <h3>Use the certificate</h3>
      <div className="o-stack">
        {kept ? (
          <div className="o-row wrap">
            <Button onClick={() => be(kept)} leftSection={<Icon name="identity" size={14} />}>
              Act as {kept.name}
            </Button>
            <Button variant="default" loading={running === 'bind'} onClick={() => void bind()}>
              Grant {kept.name} view access
            </Button>
          </div>
        ) : (
          <p className="o-dim o-flush">
            Its private key is not in this tab, so you cannot act as {parsed.subject.commonName}.
          </p>
        )}
        {fault}
        <div className="o-row wrap">
          <Button
            variant="default"
            leftSection={<Icon name="download" size={14} />}
            onClick={() => download(fileName(name, '.crt'), certificate)}
          >
            Certificate
          </Button>
          {kept && mine && (
            <>
              <Button
                variant="default"
                leftSection={<Icon name="download" size={14} />}
                onClick={() => download(fileName(name, '.key'), mine.key)}
              >
                Private key
              </Button>
              <Button
                variant="default"
                leftSection={<Icon name="download" size={14} />}
                onClick={() =>
                  download(
                    fileName(name, '.config.yaml'),
                    exportFile(
                      {
                        cluster: 'orchard',
                        server: new URL('.', document.baseURI).href.replace(/\/$/, ''),
                        ...(ca !== undefined && { ca }),
                      },
                      [kept],
                    ),
                    'application/yaml',
                  )
                }
              >
                Client configuration with private key
              </Button>
            </>
          )}
        </div>
        {mine && <Secret block text={mine.key} label={`the private key of ${name}`} />}
        <details>
          <summary className="o-small">Certificate (PEM)</summary>
          <pre className="o-code" tabIndex={0} aria-label="Certificate">
            {certificate}
          </pre>
        </details>
      </div>
    </li>
  )
}
