import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import { apiPath } from './page-protocol'

/** A request's site, and the target for its control plane. */
export interface SiteTarget {
  /** Path of the site, such as `/` or `/kubernetes/`. */
  readonly site: string
  readonly target: string
}

/** The one of `sites` that a request target belongs to; undefined for a file of the site. */
export function siteTarget(sites: readonly string[], target: string): SiteTarget | undefined {
  for (const site of byLength(sites)) {
    const end = target.search(/[?#]/)
    const path = end < 0 ? target : target.slice(0, end)
    const asked = apiPath(site, path)
    if (asked !== undefined) return { site, target: asked + target.slice(path.length) }
  }
  return undefined
}

/** The same for the port that serves no files, where every path belongs to a control plane. */
export function apiTarget(sites: readonly string[], target: string): SiteTarget {
  const site = byLength(sites).find((one) => target.startsWith(one)) ?? '/'
  return { site, target: `/${target.slice(site.length)}` }
}

const byLength = (sites: readonly string[]): string[] => [...sites].sort((one, other) => other.length - one.length)

/**
 * Whether a Host header names this server. A foreign page whose name was pointed at this machine sends that name (DNS rebinding), so only
 * names of this machine and those in `more` are accepted; an address can't be rebound.
 */
export function isOwnHost(host: string | undefined, more: readonly string[] = []): boolean {
  if (host === undefined) return true
  if (!URL.canParse(`http://${host}`)) return false
  const { hostname, username, pathname } = new URL(`http://${host}`)
  if (username || pathname !== '/') return false
  if (isIP(hostname.replace(/^\[|\]$/g, ''))) return true
  return hostname === 'localhost' || hostname.endsWith('.localhost') || more.includes(hostname)
}

/** Whether a page of another origin sent this request: browsers say so, other programs send neither header. */
export function isCrossOrigin({ headers }: Pick<IncomingMessage, 'headers'>, scheme: 'http' | 'https'): boolean {
  const { origin, host } = headers
  if (origin !== undefined) return origin !== `${scheme}://${host}`
  return headers['sec-fetch-site'] === 'cross-site' || headers['sec-fetch-site'] === 'same-site'
}
