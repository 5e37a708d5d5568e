import * as contract from '#contract/catalogue.ts'
import * as comments from '#contract/comments.ts'
import * as packages from '#contract/packages.ts'
import type { Serve } from '#server/platform/http/serve.ts'
import { addAnalyte } from './add-analyte.ts'
import { addInterval } from './add-interval.ts'
import { addTest } from './add-test.ts'
import { changePanel } from './change-panel.ts'
import { confirmIntervals } from './confirm-intervals.ts'
import {
  confirmInterpretation,
  createComment,
  createInterpretation,
  deleteComment,
  deleteInterpretation,
  listComments,
  updateInterpretation,
} from './manage-comments.ts'
import { createPackage, updatePackage } from './manage-packages.ts'
import { previewInterval } from './preview-interval.ts'
import { offeredPackages, readPackageRows } from './queries-packages.ts'
import { readAnalyte, readCatalogue, readCatalogueTest } from './read-catalogue.ts'
import { readReleasePolicy, updateReleasePolicy } from './release-policy.ts'
import { updateAnalyte } from './update-analyte.ts'
import { updateTest } from './update-test.ts'

export function catalogueRoutes(serve: Serve): void {
  serve(contract.readCatalogue, (context) => readCatalogue(context))
  serve(contract.readCatalogueTest, (context, { params }) => readCatalogueTest(context, params.code))
  serve(contract.updateCatalogueTest, async (context, { params, body }) => {
    await updateTest(context, params.code, body)
    const test = await readCatalogueTest(context, params.code)
    return { message: `${test.name} saved.`, test }
  })
  serve(contract.addCatalogueTest, async (context, { body }) => {
    await addTest(context, body)
    const test = await readCatalogueTest(context, body.code)
    return { message: `${test.name} added.`, test }
  })
  serve(contract.changePanel, async (context, { params, body }) => {
    await changePanel(context, params.code, body)
    const test = await readCatalogueTest(context, params.code)
    return { message: `The panel of ${test.name} is saved.`, test }
  })
  serve(contract.readAnalyte, (context, { params }) => readAnalyte(context, params.code))
  serve(contract.updateAnalyte, async (context, { params, body }) => {
    await updateAnalyte(context, params.code, body)
    const analyte = await readAnalyte(context, params.code)
    return { message: `${analyte.name} saved.`, analyte }
  })
  serve(contract.addAnalyte, async (context, { body }) => {
    await addAnalyte(context, body)
    const analyte = await readAnalyte(context, body.code)
    return { message: `${analyte.name} added.`, analyte }
  })
  serve(contract.addIntervalVersion, async (context, { params, body }) => {
    const name = await addInterval(context, params.code, body)
    const analyte = await readAnalyte(context, params.code)
    return { message: `The interval of ${name} is saved. It waits to be confirmed.`, analyte }
  })
  serve(contract.previewInterval, (context, { params, body }) => previewInterval(context, params.code, body))
  serve(contract.confirmIntervals, (context, { body }) => confirmIntervals(context, body))
  serve(comments.listComments, (context) => listComments(context))
  serve(comments.addComment, (context, { body }) => createComment(context, body))
  serve(comments.removeComment, (context, { params }) => deleteComment(context, params.id))
  serve(comments.addInterpretation, (context, { body }) => createInterpretation(context, body))
  serve(comments.changeInterpretation, (context, { params, body }) =>
    updateInterpretation(context, params.id, body),
  )
  serve(comments.confirmInterpretation, (context, { params, body }) =>
    confirmInterpretation(context, params.id, body.follows),
  )
  serve(comments.removeInterpretation, (context, { params }) => deleteInterpretation(context, params.id))
  serve(packages.listPackages, ({ db }) => offeredPackages(db))
  serve(packages.readPackages, async ({ db }) => ({ packages: await readPackageRows(db) }))
  serve(packages.addPackage, async (context, { body }) => ({ message: await createPackage(context, body) }))
  serve(packages.changePackage, async (context, { params, body }) => ({
    message: await updatePackage(context, params.code, body),
  }))
  serve(contract.readReleasePolicy, (context) => readReleasePolicy(context))
  serve(contract.updateReleasePolicy, async (context, { body }) => {
    await updateReleasePolicy(context, body)
    return { message: 'Release policy saved.', policy: await readReleasePolicy(context) }
  })
}
