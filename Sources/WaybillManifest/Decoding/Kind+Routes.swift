import WaybillTable

extension Kind where Value == [Interceptor] {
    static var interceptors: Kind {
        .objects(InterceptorGrammar.object, mayBeNull: false) { id, fields in
            let routing = RoutingFields(
                fields, url: InterceptorGrammar.url, urls: InterceptorGrammar.urls,
                methods: InterceptorGrammar.methods, params: InterceptorGrammar.params)
            let action = fields.action
            fields.checkTarget(InterceptorGrammar.rewrite, routing)
            var interceptor = Interceptor(id: id, action: action ?? .use(id))
            interceptor.summary = fields[InterceptorGrammar.summary]
            interceptor.patterns = routing.patterns
            interceptor.narrowed = routing.narrowed
            interceptor.methods = routing.methods
            interceptor.tags = fields[InterceptorGrammar.tags] ?? []
            interceptor.with = fields[InterceptorGrammar.with]
            let order = fields[InterceptorGrammar.order]
            interceptor.order = order?.value ?? 0
            interceptor.orderSpan = order?.span
            interceptor.appliesEverywhere = fields[InterceptorGrammar.applies]?.value == .everywhere
            interceptor.timeout = fields[InterceptorGrammar.timeout]
            guard action != nil, !routing.patterns.isEmpty else {
                fields.context.leaveOut(id.value, tags: interceptor.tags)
                return nil
            }
            return interceptor
        }
    }
}

extension Interceptor {
    /// The words of `applies:`.
    enum Reach: String, Sendable, CaseIterable { case tagged, everywhere }
}

extension Kind where Value == Interceptor.Rejection {
    static var rejection: Kind {
        .either(
            Kind<String>.sentence.map { Interceptor.Rejection(reason: $0) },
            .object(RejectionGrammar.object) { fields in
                let status = fields[RejectionGrammar.status]?.value ?? 403
                return fields[RejectionGrammar.reason].map { Interceptor.Rejection(reason: $0, status: status) }
            })
    }
}

extension Kind where Value == [Route] {
    static var routes: Kind {
        let route = Kind<Route>.route
        return Kind(.list(of: route.shape, mayBeEmpty: false)) { slot, context in
            let plain = PlainRoute.routes(in: slot.node)
            context.unbuilt += plain.unbuilt
            return zip(plain.routes, slot.node.items).compactMap { plain, item in
                context.isSpent ? nil : plain ?? route.decode(slot.item(item), in: context)
            }
        }
    }
}

extension Kind where Value == Route {
    static var route: Kind {
        .object(RouteGrammar.object) { fields in
            let routing = RoutingFields(
                fields, url: RouteGrammar.url, urls: RouteGrammar.urls, methods: RouteGrammar.methods,
                params: RouteGrammar.params)
            let given = fields[RouteGrammar.id]
            let destination = fields.destination
            fields.checkTarget(RouteGrammar.redirect, routing)
            let id = given ?? routing.defaultID(fields)
            let summary = fields[RouteGrammar.summary]
            let priority = fields[RouteGrammar.priority]
            let present = fields[RouteGrammar.present]
            let tags = fields[RouteGrammar.tags] ?? []
            let timeout = fields[RouteGrammar.timeout]
            let lane = fields[RouteGrammar.lane]
            let with = fields[RouteGrammar.with]
            guard let destination, !routing.patterns.isEmpty else {
                fields.context.leaveOut(id.value, module: destination?.module, tags: tags)
                return nil
            }
            var route = Route.Content(
                id: id, isIDGiven: given != nil, destination: destination, span: fields.slot.node.span)
            route.summary = summary
            route.patterns = routing.patterns
            route.narrowed = routing.narrowed
            route.methods = routing.methods
            route.priority = priority?.value ?? 0
            route.prioritySpan = priority?.span
            route.present = present
            route.tags = tags
            route.timeout = timeout
            route.lane = lane
            route.with = with
            return Route(route)
        }
    }
}

extension Route {
    /// `GET,POST /notes/:id`, or the pattern alone where there are no methods.
    static func defaultID(methods: [Located<String>], pattern: String) -> String {
        methods.isEmpty ? pattern : methods.map(\.value).joined(separator: ",") + " " + pattern
    }
}

extension Fields {
    /// Where a route leads. All three keys are read, so that each mistake is told.
    fileprivate var destination: Route.Destination? {
        let module = self[RouteGrammar.module]
        let handler = self[RouteGrammar.handler]
        let redirect = self[RouteGrammar.redirect]
        return module.map { .module($0) } ?? handler.map { .handler($0) } ?? redirect.map { .redirect($0) }
    }

    fileprivate var action: Interceptor.Action? {
        let use = self[InterceptorGrammar.use]
        let rewrite = self[InterceptorGrammar.rewrite]
        let reject = self[InterceptorGrammar.reject]
        return use.map { .use($0) } ?? rewrite.map { .rewrite($0) } ?? reject.map { .reject($0) }
    }

    fileprivate func checkTarget(_ key: Key<LocatedTarget>, _ routing: RoutingFields) {
        guard let entry = entry(key), let target = self[key] else { return }
        context.checkTarget(target, node: entry.value, of: routing.patterns)
    }
}

/// What routes and interceptors have in common: what they match.
private struct RoutingFields {
    let patterns: [LocatedPattern]
    let methods: [Located<String>]
    let narrowed: [Narrowed]
    /// Where the first pattern stands, sound or not.
    private let first: YAMLNode?

    init(
        _ fields: Fields, url: Key<LocatedPattern>, urls: Key<[LocatedPattern]>, methods: Key<[Located<String>]>,
        params: Key<[Narrowed]>
    ) {
        patterns = fields[url].map { [$0] } ?? fields[urls] ?? []
        self.methods = fields[methods] ?? []
        let narrowed = fields[params] ?? []
        let written = fields.entry(url)?.value ?? fields.entry(urls)?.value
        let isList = written?.kind == .sequence
        first = isList ? written?.items.first { _ in true } : written
        // A broken pattern, or one under another key, misspelt or not, may have been the one with the parameter.
        let areComplete =
            written != nil && patterns.count == (isList ? written?.childCount ?? 0 : 1)
            && (fields.entry(url) == nil || fields.entry(urls) == nil)
        self.narrowed = areComplete ? fields.context.checkParams(narrowed, of: patterns) : narrowed
    }

    /// `GET,POST /notes/:id`, or the pattern alone where there are no methods.
    func defaultID(_ fields: Fields) -> Located<String> {
        let text = Route.defaultID(methods: methods, pattern: first?.scalarText ?? "")
        return Located(text, at: first?.span ?? fields.place)
    }
}
