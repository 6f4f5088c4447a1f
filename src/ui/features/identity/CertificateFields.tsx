import { useQuery } from '@tanstack/react-query'
import { type AltNames, hasAltNames } from '../../../pki/alt-names'
import { isSignedBy, type ParsedCertificate, toHex } from '../../../pki/certificate'
import { parseBundle } from '../../../pki/chain'
import { describeKey, importPublicKey } from '../../../pki/keys'
import type { Name } from '../../../pki/names'
import { hasValidSignature, type ParsedRequest } from '../../../pki/request'
import { usageOfBit, usageOfId } from '../../../pki/usages'
import { shortDuration } from '../../components/time'
import { Verdict } from '../../components/Verdict'
import type { ClusterCa } from '../../queries/cluster-ca'
import { useNow } from '../../state/clock'
import { algorithmName, extensionName, pairsOf } from './oid-names'

const hex = async (algorithm: string, bytes: Uint8Array<ArrayBuffer>): Promise<string> =>
  pairsOf(toHex(new Uint8Array(await crypto.subtle.digest(algorithm, bytes))))

/** Type and fingerprint of a public key. */
function usePublicKey(spki: Uint8Array<ArrayBuffer>) {
  return useQuery({
    queryKey: ['public-key', toHex(spki)],
    staleTime: Infinity,
    queryFn: async () => {
      const fingerprint = await hex('SHA-256', spki)
      try {
        return { kind: describeKey(await importPublicKey(crypto, spki)), fingerprint }
      } catch {
        return { kind: 'unknown algorithm', fingerprint }
      }
    },
  }).data
}

function NameRows({ label, name }: { readonly label: string; readonly name: Name }) {
  return (
    <>
      <dt>{label}</dt>
      <dd>
        <div className="o-chips">
          {name.attributes.length === 0 && <span className="o-faint">empty</span>}
          {name.attributes.map(({ type, value }, i) => (
            <span key={i} className="o-chip">
              <span className="o-dim">{type}</span> {value}
            </span>
          ))}
        </div>
      </dd>
    </>
  )
}

function AltNameRows({ names }: { readonly names: AltNames }) {
  const parts = [
    ['DNS', names.dns],
    ['IP', names.ip],
    ['Email', names.email],
    ['URI', names.uri],
  ] as const
  return (
    <>
      <dt>Alternative names</dt>
      <dd>
        {hasAltNames(names) ? (
          <div className="o-chips">
            {parts.flatMap(([sort, values]) =>
              values.map((value) => (
                <span key={sort + value} className="o-chip">
                  <span className="o-dim">{sort}</span> {value}
                </span>
              )),
            )}
          </div>
        ) : (
          <span className="o-faint">none</span>
        )}
      </dd>
    </>
  )
}

/** Every field of a PKCS#10 request, and whether its signature matches its key. */
export function RequestFields({ request }: { readonly request: ParsedRequest }) {
  const key = usePublicKey(request.publicKey)
  const signature = useQuery({
    queryKey: ['request-signature', toHex(request.der)],
    staleTime: Infinity,
    queryFn: () => hasValidSignature(crypto, request),
  }).data
  return (
    <dl className="o-facts o-small">
      <NameRows label="Subject" name={request.subject} />
      <AltNameRows names={request.altNames} />
      <dt>Public key</dt>
      <dd className="o-mono">{key?.kind ?? '…'}</dd>
      <dt>Key fingerprint</dt>
      <dd className="o-mono o-tiny">{key?.fingerprint ?? '…'}</dd>
      <dt>Requested extensions</dt>
      <dd>{request.extensions.map(extensionName).join(', ') || <span className="o-faint">none</span>}</dd>
      <dt>Signature</dt>
      <dd>
        <span className="o-mono">{algorithmName(request.signatureAlgorithm)}</span>{' '}
        {signature !== undefined && (
          <Verdict tone={signature ? 'allowed' : 'refused'}>
            {signature ? 'valid (signed with its own key)' : 'invalid'}
          </Verdict>
        )}
      </dd>
    </dl>
  )
}

/** Every field of a certificate, evaluated at the cluster's time; `ca` is what it is compared with. */
export function CertificateFields({
  certificate,
  ca,
}: {
  readonly certificate: ParsedCertificate
  readonly ca: ClusterCa
}) {
  const now = useNow()
  const key = usePublicKey(certificate.publicKey)
  const fingerprint = useQuery({
    queryKey: ['fingerprint', toHex(certificate.der)],
    staleTime: Infinity,
    queryFn: () => hex('SHA-256', certificate.der),
  }).data
  const issuedHere = useQuery({
    queryKey: ['issued-here', toHex(certificate.der), ca.pem],
    enabled: ca.pem !== undefined,
    staleTime: Infinity,
    queryFn: async () => {
      for (const root of parseBundle(ca.pem ?? '')) if (await isSignedBy(crypto, certificate, root)) return true
      return false
    },
  }).data
  const { notBefore, notAfter } = certificate
  const early = now < notBefore
  const over = now > notAfter
  return (
    <dl className="o-facts o-small">
      <NameRows label="Subject" name={certificate.subject} />
      <NameRows label="Issuer" name={certificate.issuer} />
      <dt>Issued by</dt>
      <dd>
        {issuedHere === undefined ? (
          ca.missing ? (
            <span className="o-faint">unknown: this cluster publishes no CA to compare with</span>
          ) : (
            '…'
          )
        ) : (
          <Verdict tone={issuedHere ? 'allowed' : 'none'}>
            {issuedHere ? 'the CA of this cluster' : 'another CA'}
          </Verdict>
        )}
      </dd>
      <dt>Valid</dt>
      <dd>
        <span className="o-mono">
          {new Date(notBefore).toISOString()} – {new Date(notAfter).toISOString()}
        </span>{' '}
        <Verdict tone={over ? 'refused' : early ? 'waiting' : 'allowed'}>
          {over ? 'expired' : early ? 'not yet' : `${shortDuration(notAfter - now)} left`}
        </Verdict>
      </dd>
      <dt>Serial number</dt>
      <dd className="o-mono">{pairsOf(certificate.serial)}</dd>
      <AltNameRows names={certificate.altNames} />
      <dt>Key usage</dt>
      <dd>{certificate.keyUsages?.map(usageOfBit).join(', ') ?? <span className="o-faint">any</span>}</dd>
      <dt>Extended key usage</dt>
      <dd>{certificate.extendedKeyUsages?.map(usageOfId).join(', ') ?? <span className="o-faint">any</span>}</dd>
      <dt>Authority</dt>
      <dd>
        {certificate.isCa ? 'yes' : 'no'}
        {certificate.pathLength !== undefined && `, path length ${certificate.pathLength}`}
      </dd>
      <dt>Public key</dt>
      <dd className="o-mono">{key?.kind ?? '…'}</dd>
      <dt>Key fingerprint</dt>
      <dd className="o-mono o-tiny">{key?.fingerprint ?? '…'}</dd>
      <dt>Subject key id</dt>
      <dd className="o-mono">{certificate.subjectKeyId ? pairsOf(certificate.subjectKeyId) : '–'}</dd>
      <dt>Authority key id</dt>
      <dd className="o-mono">{certificate.authorityKeyId ? pairsOf(certificate.authorityKeyId) : '–'}</dd>
      <dt>Extensions</dt>
      <dd>
        {certificate.extensions
          .map(({ id, critical }) => `${extensionName(id)}${critical ? ' (critical)' : ''}`)
          .join(', ')}
      </dd>
      <dt>Signature</dt>
      <dd className="o-mono">{algorithmName(certificate.signatureAlgorithm)}</dd>
      <dt>Fingerprint</dt>
      <dd className="o-mono o-tiny">{fingerprint ?? '…'}</dd>
    </dl>
  )
}
