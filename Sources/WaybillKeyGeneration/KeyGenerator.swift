package import WaybillManifest

/// The Swift declarations of what a manifest set declares.
package struct KeyGenerator {
    private let compilation: Compilation

    package init(_ compilation: Compilation) { self.compilation = compilation }

    /// The generated file.
    package var source: String { RouteKeys(compilation).source }
}
