import { Verdict } from '../../components/Verdict'
import { Panel } from '../../components/Panel'
import { audiencesOf, boundTo, claimMeaning, type DecodedToken } from './jwt'
import { claimText } from './TokenChecks'

/** The claims of a token with their meaning. */
export function TokenClaims({ decoded }: { readonly decoded: DecodedToken }) {
  const bound = boundTo(decoded)
  return (
    <Panel
      title="Claims"
      actions={
        <>
          {bound && <Verdict tone="changed">bound to the {bound}</Verdict>}
          <span className="o-dim o-small">for {audiencesOf(decoded).join(', ') || 'any audience'}</span>
        </>
      }
    >
      <div className="o-scroll-x" tabIndex={0} role="group" aria-label="Table of claims">
        <table className="o-table">
          <thead>
            <tr>
              <th>Claim</th>
              <th>Value</th>
              <th>Meaning</th>
            </tr>
          </thead>
          <tbody>
            {Object.entries(decoded.header).map(([name, value]) => (
              <tr key={`header ${name}`}>
                <td className="o-mono o-dim">{name}</td>
                <td className="o-mono o-break">{claimText(value)}</td>
                <td className="o-dim">Header</td>
              </tr>
            ))}
            {Object.entries(decoded.claims).map(([name, value]) => (
              <tr key={name}>
                <td className="o-mono">{name}</td>
                <td className="o-mono o-break">
                  {typeof value === 'object' && value !== null && !Array.isArray(value) ? (
                    <pre className="o-flush o-wraps">{JSON.stringify(value, null, 2)}</pre>
                  ) : (
                    claimText(value)
                  )}
                </td>
                <td className="o-dim">{claimMeaning(name)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Panel>
  )
}
