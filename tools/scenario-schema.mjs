// Writes public/scenario.schema.json from the format of scenarios. Usage: node tools/scenario-schema.mjs
import { writeFileSync } from 'node:fs'
import { importBundled } from './bundle.mjs'

const { scenarioSchema } = await importBundled('src/scenarios/schema.ts')
writeFileSync('public/scenario.schema.json', `${JSON.stringify(scenarioSchema())}\n`)
