import WaybillSyntax
import WaybillTable

extension ValueDecoder where Value == Route {
    static var route: ValueDecoder { .object(RouteGrammar.object) { $0.route } }
}

extension ObjectReader {
    /// Every key is read, so that each of its problems is reported, even if the route is left out.
    fileprivate var route: Route? {
        let match = RequestMatch(
            self, url: RouteGrammar.url, urls: RouteGrammar.urls, methods: RouteGrammar.methods,
            params: RouteGrammar.params)
        let givenID = self[RouteGrammar.id]
        let destination = routeDestination(match)
        let id = givenID ?? match.defaultID(of: self)
        let summary = self[RouteGrammar.summary]
        let priority = self[RouteGrammar.priority]
        let tags = self[RouteGrammar.tags] ?? []
        let present = self[RouteGrammar.present]
        let timeout = self[RouteGrammar.timeout]
        let lane = self[RouteGrammar.lane]
        let with = self[RouteGrammar.with]
        guard let destination, !match.patterns.isEmpty else {
            context.leaveOut(id.value, module: destination?.module, tags: tags)
            return nil
        }
        var content = Route.Content(
            id: id, hasExplicitID: givenID != nil, destination: destination, span: input.node.span)
        content.summary = summary
        content.patterns = match.patterns
        content.constrained = match.constrained
        content.methods = match.methods
        content.tags = tags
        content.priority = priority?.value ?? 0
        content.prioritySpan = priority?.span
        content.present = present
        content.timeout = timeout
        content.lane = lane
        content.with = with
        return Route(content)
    }

    private func routeDestination(_ match: RequestMatch) -> Route.Destination? {
        let module = self[RouteGrammar.module]
        let handler = self[RouteGrammar.handler]
        let (forward, redirect) = forward(RouteGrammar.forward, or: RouteGrammar.redirect)
        let target = redirect ?? forward.map { .forward($0) }
        if let url = target?.target, let node = (entry(RouteGrammar.redirect) ?? entry(RouteGrammar.forward))?.value {
            let written = node.value(ofKey: RedirectGrammar.to.name)
            context.checkTarget(url, node: written ?? node, of: match.patterns)
        }
        // If several are given, the conflict is already reported. Choose the one without a reference.
        return handler.map { .handler($0) } ?? target ?? module.map { .module($0) }
    }
}

// MARK: Forwards and redirects

extension ObjectReader {
    /// Reads both keys.
    ///
    /// S003: a URL under `redirect` does not say whether the client is told. It is read as a forward.
    func forward<Forward, Redirect>(
        _ forward: Key<Forward>, or redirect: Key<Redirect>
    ) -> (forward: Forward?, redirect: Redirect?) {
        let own = self[forward]
        guard let entry = entry(redirect) else { return (own, nil) }
        guard !entry.value.isNullValue, forward.decoder.admits(entry.value) else { return (own, self[redirect]) }
        // The misplaced status is reported, and says how to write both.
        if input.node.value(ofKey: RedirectGrammar.status.name) != nil {
            context.leaveOut(entry.value)
            return (own, nil)
        }
        let value = DecodingInput(node: entry.value, label: .key(redirect.name), anchor: entry.key.span)
        reportForward(value, forward.name)
        return (own ?? forward.decoder.read(value, context), nil)
    }

    private func reportForward(_ value: DecodingInput, _ forward: String) {
        let text = value.node.scalarText
        let isStatus = text.flatMap { Int($0) }.flatMap(RedirectStatus.init) != nil
        let fix = Diagnostic.Fix(
            "rename '\(RouteGrammar.redirect.name)' to '\(forward)'", safe: true, .write(forward, at: value.anchor))
        context.reportMismatch(
            value, expected: "a mapping",
            help: isStatus
                ? "write the status with its target: `redirect: { to: /new, status: \(text ?? "") }`"
                : RedirectGrammar.choice(of: text.map(ScalarText.written) ?? "/new"),
            fixes: isStatus || input.node.value(ofKey: forward) != nil ? [] : [fix])
    }
}

// MARK: Interceptors

extension ValueDecoder where Value == [Interceptor] {
    static var interceptors: ValueDecoder {
        .objects(InterceptorGrammar.object, mayBeNull: false) { id, object in object.interceptor(id) }
    }
}

extension ObjectReader {
    fileprivate func interceptor(_ id: Located<String>) -> Interceptor? {
        let match = RequestMatch(
            self, url: InterceptorGrammar.url, urls: InterceptorGrammar.urls, methods: InterceptorGrammar.methods,
            params: InterceptorGrammar.params)
        let action = interceptorAction(match)
        let order = self[InterceptorGrammar.order]
        var interceptor = Interceptor(id: id, action: action ?? .use(id))
        interceptor.summary = self[InterceptorGrammar.summary]
        interceptor.patterns = match.patterns
        interceptor.constrained = match.constrained
        interceptor.methods = match.methods
        interceptor.tags = self[InterceptorGrammar.tags] ?? []
        interceptor.with = self[InterceptorGrammar.with]
        interceptor.order = order?.value ?? 0
        interceptor.orderSpan = order?.span
        interceptor.appliesEverywhere = self[InterceptorGrammar.applies]?.value == .everywhere
        interceptor.timeout = self[InterceptorGrammar.timeout]
        guard action != nil, !match.patterns.isEmpty else {
            context.leaveOut(id.value, tags: interceptor.tags)
            return nil
        }
        return interceptor
    }

    private func interceptorAction(_ match: RequestMatch) -> Interceptor.Action? {
        let use = self[InterceptorGrammar.use]
        let rewrite = rewriteTarget
        let reject = self[InterceptorGrammar.reject]
        if let rewrite, let node = entry(InterceptorGrammar.rewrite)?.value {
            context.checkTarget(rewrite, node: node, of: match.patterns)
        }
        return use.map { .use($0) } ?? rewrite.map { .rewrite($0) } ?? reject.map { .reject($0) }
    }

    /// A rewrite is not written as a redirect.
    private var rewriteTarget: LocatedTarget? {
        let key = InterceptorGrammar.rewrite
        guard let entry = entry(key), entry.value.kind == .mapping else { return self[key] }
        let input = DecodingInput(node: entry.value, label: .key(key.name), anchor: entry.key.span)
        context.reportMismatch(
            input, expected: "text",
            help: "a rewrite is followed inside and has no status; " + RedirectGrammar.example)
        return nil
    }
}

extension ValueDecoder where Value == Route.Destination {
    /// A target with the status for clients.
    static var redirect: ValueDecoder {
        .object(RedirectGrammar.object) { object in
            let target = object[RedirectGrammar.to]
            let status = object[RedirectGrammar.status]
            guard let target, let status else { return nil }
            return .redirect(target, status: status.value)
        }
    }
}

extension ValueDecoder where Value == Located<RedirectStatus> {
    static var redirectStatus: ValueDecoder {
        .number(
            help: "308 is permanent and 307 temporary, and both keep the method; 301 and 302 may turn POST into GET, "
                + "303 always asks with GET"
        ) {
            switch $0 {
            case .movedPermanently: "Moved permanently. Clients may turn POST into GET."
            case .found: "Moved temporarily. Clients may turn POST into GET."
            case .seeOther: "Clients get the other URL with GET."
            case .temporaryRedirect: "Moved temporarily. Clients keep the method."
            case .permanentRedirect: "Moved permanently. Clients keep the method."
            }
        }
    }
}

extension Interceptor {
    /// The words of `applies:`.
    package enum Reach: String, Sendable, CaseIterable { case tagged, everywhere }
}

extension ValueDecoder where Value == Interceptor.Rejection {
    static var rejection: ValueDecoder {
        let reason = ValueDecoder<String>.sentence
        return .either(
            ValueDecoder(reason.shape) { input, context in
                context.warnOfStatus(input)
                return reason.read(input, context).map { Interceptor.Rejection(reason: $0) }
            },
            .object(RejectionGrammar.object) { object in
                let status = object[RejectionGrammar.status]?.value ?? 403
                return object[RejectionGrammar.reason].map { Interceptor.Rejection(reason: $0, status: status) }
            })
    }
}

extension DecodingContext {
    /// Y009: warns of a number in place of the reason of a rejection.
    fileprivate func warnOfStatus(_ input: DecodingInput) {
        guard let text = input.node.scalarText, text.utf8.count == 3, (400...599).contains(Int(text) ?? 0) else {
            return
        }
        report(
            Diagnostic(
                .ambiguousScalar, at: place(of: input), "\(text) is the reason here, not the status",
                help: "write `reject: { reason: Why it is refused., status: \(text) }`"))
    }
}

// MARK: Shared matchers

/// The requests that a route or an interceptor matches.
private struct RequestMatch {
    let patterns: [LocatedPattern]
    let methods: [Located<String>]
    let constrained: [Constrained]
    /// The first pattern as it is written, even if it is broken.
    private let first: YAMLNode?

    init(
        _ object: ObjectReader, url: Key<LocatedPattern>, urls: Key<[LocatedPattern]>,
        methods: Key<[Located<String>]>, params: Key<[Constrained]>
    ) {
        patterns = object[url].map { [$0] } ?? object[urls] ?? []
        self.methods = object[methods] ?? []
        let constrained = object[params] ?? []
        let written = object.entry(url)?.value ?? object.entry(urls)?.value
        let isList = written?.kind == .sequence
        // A broken or misplaced pattern may have had the parameter.
        let isComplete =
            written != nil && patterns.count == (isList ? written?.childCount ?? 0 : 1)
            && (object.entry(url) == nil || object.entry(urls) == nil)
        self.constrained = isComplete ? object.context.checkParams(constrained, of: patterns) : constrained
        first = isList ? written?.items.first { _ in true } : written
    }

    /// Returns `GET,POST /notes/:id`, or only the pattern if there are no methods.
    func defaultID(of object: ObjectReader) -> Located<String> {
        let prefix = methods.isEmpty ? "" : methods.map(\.value).joined(separator: ",") + " "
        return Located(prefix + (first?.scalarText ?? ""), at: first?.span ?? object.place)
    }
}
