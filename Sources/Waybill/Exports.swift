// Requests, outcomes and errors are made of these modules' types, so that whoever imports Waybill needs their members.
@_exported public import WaybillManifest
@_exported public import WaybillTable
