import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import {
  newProfile,
  type OwnBrowser,
  ownBrowser,
  type OwnSite,
  ownSite,
  processOf,
  ready,
  witnessed,
} from '../../e2e/site'
import { CHROMIUM_FLAGS } from '../chromium.mjs'
import { untilOnPage } from '../until.mjs'
import { isLinearizable, shrink } from './linearizable'
import { randomOf } from './random'
import { endClients, Histories, listenTo, readAll, startClients } from './storm-clients'
import { shrinkList } from './shrink'
import { killedImport } from './storm-import'
import { planOf, type Step, type StepKind } from './storm-plan'

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** Where the page stores its cluster. */
export type PageStore = 'indexeddb' | 'files'

/** Whether the site stores files: then the requested store is really in use. */
async function keepsFiles(): Promise<boolean> {
  for await (const _name of (await navigator.storage.getDirectory()).keys()) return true
  return false
}

/** A browser with one profile, the owner's page and a guest page, in which clients write. */
class Storm {
  readonly histories = new Histories()
  readonly problems: string[] = []
  /** How often the browser itself dropped all of the site's storage. */
  dropped = 0
  #browser: OwnBrowser | undefined
  #pages: Page[] = []

  constructor(
    private readonly site: OwnSite,
    private readonly profile: string,
    private readonly store: PageStore,
  ) {}

  async #open(): Promise<Page> {
    this.#browser ??= await ownBrowser(this.profile, CHROMIUM_FLAGS)
    const { page: first } = this.#browser
    const taken = first.isClosed() || this.#pages.includes(first)
    const page = taken ? await first.context().newPage() : first
    await listenTo(page, this.histories)
    await page.goto(`${this.site.url}?flags=--store=${this.store}`)
    await ready(page)
    if (this.store === 'files') await untilOnPage(page, keepsFiles)
    this.#pages.push(page)
    return page
  }

  /** The page of the owner, and a guest page. */
  async #two(): Promise<[owner: Page, guest: Page]> {
    const owner = this.#pages[0] ?? (await this.#open())
    const guest = this.#pages[1] ?? (await this.#open())
    return [owner, guest]
  }

  async step({ kind, seed }: Step): Promise<void> {
    const random = randomOf(seed)
    if (kind === 'import') return this.#import(seed)
    const keys = [0, 1, 2].map((n) => `key-${seed}-${n}`)
    const [owner, guest] = await this.#two()
    await startClients(guest, keys, seed)
    await wait(150 + random() * 600)
    if (kind === 'kill') {
      await this.#kill()
    } else if (kind === 'handover') {
      this.#pages = [guest]
      await owner.close()
      await wait(random() * 300)
    } else await this.#freeze(owner, 300 + random() * 4_000)
    const page = this.#pages[0] ?? (await this.#open())
    if (kind !== 'kill') await endClients(guest)
    this.histories.cut()
    if (kind === 'kill' && !(await witnessed(page))) {
      this.dropped++
      this.histories.harvest()
      return
    }
    await readAll(page, keys, seed)
    for (const [key, history] of this.histories.harvest())
      if (!isLinearizable(history))
        this.problems.push(`${kind} ${seed}: ${key} is not linearizable: ${JSON.stringify(await shrink(history))}`)
  }

  /** An import interrupted by a kill: afterwards all of it is stored, or nothing. */
  async #import(seed: number): Promise<void> {
    const [owner] = await this.#two()
    const { kept } = await killedImport(owner, seed, () => this.#kill())
    const page = await this.#open()
    if (await witnessed(page)) this.problems.push(...(await kept(page)))
    else this.dropped++
  }

  async #kill(): Promise<void> {
    const browser = this.#browser
    this.#browser = undefined
    this.#pages = []
    await browser?.kill()
  }

  async #freeze(page: Page, ms: number): Promise<void> {
    const id = await processOf(page)
    process.kill(id, 'SIGSTOP')
    try {
      await wait(ms)
    } finally {
      process.kill(id, 'SIGCONT')
    }
  }

  async end(): Promise<void> {
    await this.#kill()
    await this.site.stop()
    await rm(this.profile, { recursive: true, force: true })
  }
}

interface Outcome {
  readonly problems: readonly string[]
  readonly operations: number
  readonly done: readonly Step[]
  readonly dropped: number
}

async function run(
  plan: readonly Step[],
  store: PageStore,
  until: number,
  log: (text: string) => void,
): Promise<Outcome> {
  const storm = new Storm(await ownSite('/', join(process.cwd(), 'dist')), await newProfile(), store)
  const done: Step[] = []
  try {
    for (const step of plan) {
      if (Date.now() > until) break
      await storm.step(step)
      done.push(step)
      if (done.length % 10 === 0) log(`${done.length} of ${plan.length} steps, ${storm.histories.count} operations`)
      if (storm.problems.length > 0) break
    }
  } catch (error) {
    storm.problems.push(`step ${done.length + 1}: ${error instanceof Error ? error.stack : String(error)}`)
  } finally {
    await storm.end()
  }
  return { problems: storm.problems, operations: storm.histories.count, done, dropped: storm.dropped }
}

/** Runs a plan over the built site within a time limit; a failure is shrunk to a few steps. Returns the problems. */
export async function runStorm(
  seed: number,
  counts: Readonly<Record<StepKind, number>>,
  store: PageStore,
  minutes: number,
  log: (text: string) => void,
): Promise<readonly string[]> {
  const until = Date.now() + minutes * 60_000
  const { problems, operations, done, dropped } = await run(planOf(seed, counts), store, until, log)
  const made = Object.keys(counts).map((kind) => `${done.filter((step) => step.kind === kind).length} ${kind}`)
  log(`${made.join(', ')}; ${operations} operations; the browser dropped its own storage ${dropped} times`)
  if (problems.length === 0) return []
  log(`${problems.join('\n')}\nshrinking`)
  const failing = planOf(seed, counts).slice(0, done.length + 1)
  const quiet = (): void => undefined
  const fails = async (plan: readonly Step[]): Promise<boolean> =>
    (await run(plan, store, Infinity, quiet)).problems.length > 0
  const small = await shrinkList(failing, fails, 12)
  return [...problems, `steps that fail: ${JSON.stringify(small)}`]
}
