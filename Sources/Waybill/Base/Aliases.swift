// The types of lower targets in the public API of Waybill, so that `import Waybill` is enough to name them.
//
// They are values, or immutable: use them from any thread. A target that enables `MemberImportVisibility` must also
// import the module of the alias in files that use members.

public import WaybillManifest
public import WaybillRules
public import WaybillSyntax
public import WaybillTable

/// A URL as Waybill reads it: scheme, host, path, query and fragment. `RouteURL(_:)` throws ``InvalidURL``; parsing is
/// linear in the text.
public typealias RouteURL = WaybillTable.RouteURL

/// One name and value of a query, decoded. A name without `=` has the value `""`.
public typealias QueryItem = WaybillTable.QueryItem

/// Why a text is not a URL: the text and the reason.
public typealias InvalidURL = WaybillTable.InvalidURL

/// The constraint of a capture, as in `params` of a manifest: `.int`, `.oneOf(["a", "b"])`, `.regex("[a-z]+")`.
public typealias ParameterConstraint = WaybillTable.ParameterConstraint

/// The result of reading, checking and compiling manifests: the declarations, the table and every diagnostic.
///
/// `Compilation.compile(…)` never throws. If a set has errors, `hasErrors` of the result is true. Its cost is linear in
/// the manifests.
public typealias Compilation = WaybillRules.Compilation

/// Everything that a set of manifests declares, merged.
public typealias ManifestSet = WaybillManifest.ManifestSet

/// The declaration of one module, with its `Module.Kind` and `Module.Scope`.
public typealias Module = WaybillManifest.Module

/// One manifest file: its path and its text. It converts a ``SourceSpan`` into lines and columns.
public typealias SourceFile = WaybillSyntax.SourceFile

/// A range of bytes of one file.
public typealias SourceSpan = WaybillSyntax.SourceSpan

/// One problem of the manifests: a rule, a ``Severity``, a message, the place and how to fix it.
public typealias Diagnostic = WaybillSyntax.Diagnostic

/// Error, warning, information or hint. Only errors stop manifests from being loaded.
public typealias Severity = WaybillSyntax.Severity
