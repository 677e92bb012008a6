import WaybillManifest
import WaybillProofs
import WaybillRules
import WaybillSyntax
import WaybillTable

/// Where names are declared and used.
struct Navigation {
    private let question: Question
    private let analysis: SetAnalysis
    private let places: Places
    private let file: Int
    private let offset: Int

    /// Returns `nil` if the document is not part of the set.
    init?(_ question: Question, _ analysis: SetAnalysis) {
        guard let file = analysis.indexOfManifest(at: question.path) else { return nil }
        self.question = question
        self.analysis = analysis
        self.file = file
        places = Places(analysis, question.client)
        offset = question.offset(of: question.params["position"], in: analysis.sources[file])
    }

    private var found: (name: NameIndex.Name, place: NamePlace, all: [NamePlace])? {
        analysis.names.name(at: offset, in: file)
    }

    /// The declarations of a name, or the routes that serve the target of a forward or a redirect.
    var definition: JSONValue {
        if let found, found.name.kind != .capture || !found.place.isDeclaration {
            return locations(found.all.filter(\.isDeclaration).map(\.span))
        }
        let target = analysis.names.files[file].targets.first { $0.span.touches(offset) }
        guard let target else { return .null }
        let routes = analysis.compilation.routes(servingTargetsAt: [target.span])[target.span] ?? []
        return locations(routes.map(\.id.span))
    }

    var references: JSONValue {
        let declares = question.params["context"]?["includeDeclaration"]?.bool ?? true
        return locations((found?.all ?? []).filter { declares || !$0.isDeclaration }.map(\.span))
    }

    /// The places of the name in this document. Its declarations are written, the others read.
    var highlights: JSONValue {
        let here = (found?.all ?? []).filter { $0.span.file == file }
        return .array(here.map { ["range": places.range($0.span), "kind": $0.isDeclaration ? 3 : 2] })
    }

    private func locations(_ spans: [SourceSpan]) -> JSONValue {
        .array(Set(spans).sorted().compactMap(places.location))
    }

    /// From the target of each forward, redirect and rewrite to the first route that serves it.
    var links: JSONValue {
        let spans = analysis.names.files[file].targets.map { $0.span }
        let routes = analysis.compilation.routes(servingTargetsAt: spans)
        let links: [JSONValue] = spans.compactMap { span in
            guard let route = routes[span]?.first, let location = places.location(route.id.span),
                let uri = location["uri"]?.string, let line = location["range"]?["start"]?["line"]?.integer
            else { return nil }
            return [
                "range": places.range(span), "target": .string("\(uri)#L\(line + 1)"),
                "tooltip": .string("to route '\(route.id.value)'"),
            ]
        }
        return .array(links + includes)
    }

    /// From the name of an included file to the file. A glob may mean several files.
    private var includes: [JSONValue] {
        let names = analysis.names.files[file]
        let folder = analysis.sources[file].path.parentFolder.split(separator: "/")
        return names.includes.compactMap { text, span in
            let components = text.split(separator: "/").reduce(into: folder) { path, component in
                if component == ".." { _ = path.popLast() } else if component != "." { path.append(component) }
            }
            let path = "/" + components.joined(separator: "/")
            guard analysis.index(of: path) != nil else { return nil }
            return [
                "range": places.range(span), "target": .string(places.uri(of: path)),
                "tooltip": .string("to '\(text)'"),
            ]
        }
    }
}

extension Compilation {
    /// Returns the routes that serve the requests of forwards, redirects and rewrites, by the places of their targets. Each
    /// list is in the order of precedence.
    func routes(servingTargetsAt spans: [SourceSpan]) -> [SourceSpan: [Route]] {
        let wanted = Set(spans)
        let redirects = set.redirects.filter { wanted.contains($0.target.text.span) }
        guard !redirects.isEmpty else { return [:] }
        var links = RouteLinks(set)
        var routes: [SourceSpan: [Route]] = [:]
        for (_, target, redirect) in redirects {
            routes[target.text.span] = links.targetRoutes(of: redirect).routes.map { set.routes[$0] }
        }
        return routes
    }
}
