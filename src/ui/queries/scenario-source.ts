import { unpackScenario } from '../../scenarios/link-text'
import { MAX_SCENARIO_BYTES, readScenario, ScenarioError } from '../../scenarios/read'
import type { Scenario } from '../../scenarios/scenario'

/** The source of a scenario: packed into the address, or a URL in it. */
export interface ScenarioSource {
  readonly packed?: string | undefined
  readonly from?: string | undefined
}

/** Resolves the URL in a link against this site. @throws for anything but a web address */
export function scenarioUrl(from: string, base: string): URL {
  const url = URL.canParse(from, base) ? new URL(from, base) : undefined
  if (!url || !['http:', 'https:'].includes(url.protocol))
    throw new ScenarioError([{ path: '', message: `is not at a web address: ${from}` }])
  return url
}

/** Fetches the scenario at a URL whose server allows this site to read it. Rejects with what is wrong with it. */
export async function fetchScenario(from: string, signal?: AbortSignal): Promise<Scenario> {
  const url = scenarioUrl(from, document.baseURI)
  const response = await fetch(url, {
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    ...(signal && { signal }),
  }).catch((error: unknown) => {
    throw new Error(`${url.host} does not respond, or does not allow other sites to read it (CORS)`, { cause: error })
  })
  if (!response.ok) throw new Error(`${url.href} returned status ${response.status}`)
  if (Number(response.headers.get('content-length') ?? 0) > MAX_SCENARIO_BYTES)
    throw new ScenarioError([{ path: '', message: `is larger than ${MAX_SCENARIO_BYTES} bytes` }])
  return readScenario(await response.text())
}

/** The scenario of a source; null if the address names none. Rejects with what is wrong with it. */
export async function readSource({ packed, from }: ScenarioSource, signal: AbortSignal): Promise<Scenario | null> {
  if (packed !== undefined) return unpackScenario(packed)
  return from === undefined ? null : fetchScenario(from, signal)
}
