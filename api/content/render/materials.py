"""Procedural materials (no image textures except labels drawn by labels.py)."""
import bpy, math


class NT:
    """Tiny node-graph builder."""
    def __init__(self, name):
        self.m = bpy.data.materials.new(name); self.m.use_nodes = True
        self.t = self.m.node_tree; self.t.nodes.clear()
        self.out = self.t.nodes.new('ShaderNodeOutputMaterial'); self._tc = None

    def n(self, typ, ins=None, out=0, **props):
        nd = self.t.nodes.new('ShaderNode' + typ)
        for k, v in props.items(): setattr(nd, k, v)
        for k, v in (ins or {}).items(): self.set(nd, k, v)
        return nd if out is None else nd.outputs[out]

    def set(self, nd, k, v):
        s = nd.inputs[k]
        if isinstance(v, bpy.types.NodeSocket): self.t.links.new(v, s)
        elif isinstance(v, (tuple, list)) and s.type == 'RGBA' and len(v) == 3: s.default_value = (*v, 1)
        elif isinstance(v, (int, float)) and s.type in ('RGBA',): s.default_value = (v, v, v, 1)
        elif isinstance(v, (int, float)) and s.type == 'VECTOR': s.default_value = (v, v, v)
        else: s.default_value = v

    def co(self, which='Object'):
        if self._tc is None: self._tc = self.n('TexCoord', out=None)
        return self._tc.outputs[which]

    def attr(self, name, out='Color'): return self.n('Attribute', out=out, attribute_name=name)
    def map(self, vec, scale=(1, 1, 1), rot=(0, 0, 0), loc=(0, 0, 0)):
        return self.n('Mapping', {'Vector': vec, 'Scale': scale, 'Rotation': rot, 'Location': loc})
    def noise(self, scale=5, detail=4, rough=.5, vec=None, dist=0, out=0):
        return self.n('TexNoise', {'Vector': vec if vec is not None else self.co(), 'Scale': scale, 'Detail': detail, 'Roughness': rough, 'Distortion': dist}, out=out)
    def voro(self, scale=5, vec=None, feature='F1', out='Distance', rnd=1):
        return self.n('TexVoronoi', {'Vector': vec if vec is not None else self.co(), 'Scale': scale, 'Randomness': rnd}, out=out, feature=feature)
    def wave(self, scale=5, dist=2, detail=2, vec=None, **kw):
        return self.n('TexWave', {'Vector': vec if vec is not None else self.co(), 'Scale': scale, 'Distortion': dist, 'Detail': detail}, **kw)
    def ramp(self, fac, stops, interp='LINEAR'):
        nd = self.n('ValToRGB', {'Fac': fac}, out=None); cr = nd.color_ramp; cr.interpolation = interp
        while len(cr.elements) < len(stops): cr.elements.new(.5)
        for e, (p, c) in zip(cr.elements, stops):
            e.position = p; e.color = (c, c, c, 1) if isinstance(c, (int, float)) else (*c, 1)
        return nd.outputs[0]
    def mix(self, fac, a, b, blend='MIX'):
        return self.n('MixRGB', {'Fac': fac, 'Color1': a, 'Color2': b}, blend_type=blend)
    def math(self, op, a, b=0.0, c=None):
        nd = self.n('Math', out=None, operation=op); self.set(nd, 0, a); self.set(nd, 1, b)
        if c is not None: self.set(nd, 2, c)
        return nd.outputs[0]
    def sep(self, vec): 
        nd = self.n('SeparateXYZ', {'Vector': vec}, out=None); return nd.outputs
    def xyz(self, x=0, y=0, z=0): return self.n('CombineXYZ', {'X': x, 'Y': y, 'Z': z})
    def bump(self, h, strength=.3, dist=.05, normal=None):
        i = {'Height': h, 'Strength': strength, 'Distance': dist}
        if normal is not None: i['Normal'] = normal
        return self.n('Bump', i)
    def rand(self): return self.n('ObjectInfo', out='Random')
    def island(self): return self.n('NewGeometry', out='Random Per Island')
    def facing(self, blend=.5): return self.n('LayerWeight', {'Blend': blend}, out='Facing')
    def bsdf(self, **k):
        # A random walk picks a color channel per path: with few samples, that is colored noise. Skins do without it.
        for name in ('sss', 'sss_col', 'sss_rad'): k.pop(name, None)
        al = dict(base='Base Color', rough='Roughness', metal='Metallic', spec='Specular', sss='Subsurface', sss_col='Subsurface Color',
                  sss_rad='Subsurface Radius', coat='Clearcoat', coat_rough='Clearcoat Roughness', trans='Transmission', ior='IOR',
                  sheen='Sheen', normal='Normal', coat_normal='Clearcoat Normal', emit='Emission', emit_s='Emission Strength', alpha='Alpha', aniso='Anisotropic', tangent='Tangent')
        return self.n('BsdfPrincipled', {al[a]: v for a, v in k.items()}, subsurface_method='RANDOM_WALK')
    def end(self, shader, disp=None):
        self.t.links.new(shader, self.out.inputs['Surface']); return self.m


_c = {}


def cached(f):
    def g(*a, **k):
        key = (f.__name__, a, tuple(sorted(k.items())))
        m = _c.get(key)
        try:
            if m is not None and m.name: return m
        except ReferenceError: pass
        m = _c[key] = f(*a, **k); return m
    return g


METALS = {  # linear base colours
    'yellow': (.97, .67, .27), 'rose': (.95, .60, .44), 'white': (.72, .705, .68), 'silver': (.76, .755, .74),
    'platinum': (.78, .77, .75), 'steel': (.62, .62, .63), 'black': (.06, .06, .065)}


@cached
def metal(kind='yellow', rough=.07, brushed=False, hammered=0.0):
    t = NT('metal_' + kind)
    micro = t.noise(60, 3, .6)
    r = t.math('MULTIPLY_ADD', micro, rough * .3, rough * .85)
    n = None
    if brushed:
        s = t.noise(40, 4, .7, t.map(t.co(), (1, 1, 60)))
        n = t.bump(s, .07, .02); r = t.math('MULTIPLY_ADD', s, .2, .18)
    elif hammered:
        n = t.bump(t.voro(9, feature='SMOOTH_F1'), hammered, .08)
    else:
        n = t.bump(t.noise(14, 2), .012, .03)
    return t.end(t.bsdf(base=METALS[kind], metal=1, rough=r, normal=n))


@cached
def gemmat(kind='diamond'):
    P = {'diamond': ((1, 1, 1), 2.42, .0), 'sapphire': ((.13, .22, .54), 1.77, .0), 'ruby': ((.78, .06, .12), 1.77, 0),
         'emerald': ((.07, .56, .27), 1.60, 0), 'clear': ((.97, .985, 1), 2.1, 0), 'champagne': ((1, .83, .6), 2.2, 0), 'aqua': ((.42, .86, .92), 1.6, 0),
         'amethyst': ((.42, .13, .72), 1.55, 0)}[kind]
    t = NT('gem_' + kind)
    col = t.mix(1.0, t.attr('fire'), P[0], 'MULTIPLY')
    g = t.n('BsdfGlass', {'Color': col, 'Roughness': P[2], 'IOR': P[1]})
    lp = t.n('LightPath', out=None)
    tr = t.n('BsdfTransparent', {'Color': tuple(.25 + .7 * c for c in P[0])})
    sh = t.n('MixShader', {0: lp.outputs['Is Shadow Ray'], 1: g, 2: tr})
    return t.end(sh)


@cached
def pearl(tint='white'):
    # nacre: a translucent body under a half-metallic layer whose color turns with the angle, and a sharp clear coat
    body, mid, ov, rim = {'white': ((.82, .76, .69), (.86, .77, .72), (.80, .70, .69), (.64, .71, .68)), 'rose': ((.86, .62, .54), (.90, .62, .58), (.86, .52, .55), (.70, .60, .62)),
                          'black': ((.060, .070, .072), (.085, .13, .125), (.22, .13, .22), (.10, .26, .22))}[tint]
    t = NT('pearl_' + tint)
    f = t.facing(.30)
    col = t.ramp(f, [(0, body), (.35, mid), (.72, ov), (1, rim)])
    cloud = t.ramp(t.noise(.9, 2), [(.35, 0), (.65, .22)])
    col = t.mix(cloud, col, ov)
    hue = t.math('MULTIPLY_ADD', t.rand(), .10, .95)
    col = t.mix(1.0, col, t.xyz(hue, hue, hue), 'MULTIPLY')
    return t.end(t.bsdf(base=col, metal=.42 if tint != 'black' else .6, rough=.26, spec=.7, coat=1.0, coat_rough=.015))


@cached
def plastic(col=(.02, .02, .02), rough=.35, coat=0.0, spec=.5):
    t = NT('plastic'); return t.end(t.bsdf(base=col, rough=rough, coat=coat, spec=spec))


@cached
def glass(col=(1, 1, 1), ior=1.5, rough=0.0, shadow=.85):
    t = NT('glass')
    g = t.n('BsdfGlass', {'Color': col, 'Roughness': rough, 'IOR': ior}); lp = t.n('LightPath', out=None)
    tr = t.n('BsdfTransparent', {'Color': tuple(shadow * c for c in col)})
    f = t.math('MAXIMUM', lp.outputs['Is Shadow Ray'], lp.outputs['Is Diffuse Ray'])
    return t.end(t.n('MixShader', {0: f, 1: g, 2: tr}))


@cached
def thinglass(tint=(1, 1, 1), refl=.12):
    """Single-surface glass (watch crystal, jars): fresnel reflection over transparency, noise free."""
    t = NT('thinglass')
    fr = t.n('Fresnel', {'IOR': 1.5}); k = t.math('MULTIPLY_ADD', fr, .95, refl * .05)
    gl = t.n('BsdfGlossy', {'Color': (1, 1, 1), 'Roughness': .015}); tr = t.n('BsdfTransparent', {'Color': tint})
    lp = t.n('LightPath', out=None)
    k = t.math('MULTIPLY', k, t.math('SUBTRACT', 1.0, lp.outputs['Is Shadow Ray']))
    return t.end(t.n('MixShader', {0: k, 1: tr, 2: gl}))


@cached
def coatedglass():
    """Watch crystal with an anti-reflective coat."""
    t = NT('coatedglass')
    k = t.math('MULTIPLY', t.n('Fresnel', {'IOR': 1.45}), .28)
    lp = t.n('LightPath', out=None); k = t.math('MULTIPLY', k, t.math('SUBTRACT', 1.0, lp.outputs['Is Shadow Ray']))
    return t.end(t.n('MixShader', {0: k, 1: t.n('BsdfTransparent', {'Color': (1, 1, 1)}), 2: t.n('BsdfGlossy', {'Color': (.8, .85, 1), 'Roughness': .02})}))


@cached
def leather(col=(.10, .045, .02), rough=.45):
    t = NT('leather')
    v = t.voro(26, feature='SMOOTH_F1'); nz = t.noise(60, 4)
    c = t.mix(t.ramp(t.noise(3, 3), [(.35, 0), (.7, 1)]), tuple(x * .8 for x in col), tuple(min(1, x * 1.35) for x in col))
    return t.end(t.bsdf(base=c, rough=rough, spec=.4, sheen=.15, normal=t.bump(t.math('MULTIPLY_ADD', v, -.6, t.math('MULTIPLY', nz, .3)), .35, .03)))


@cached
def label(path, rough=.55, metal=0.0, spec=.3):
    t = NT('label')
    im = t.n('TexImage', {'Vector': t.co('UV')}, out=None); im.image = bpy.data.images.load(path); im.extension = 'EXTEND'
    return t.end(t.bsdf(base=im.outputs[0], rough=rough, spec=spec, metal=metal, normal=t.bump(t.noise(80, 3), .03, .01)))


@cached
def wood(tone='oak'):
    a, b = {'oak': ((.52, .33, .17), (.36, .20, .09)), 'walnut': ((.17, .085, .04), (.075, .035, .016)), 'pale': ((.70, .53, .36), (.55, .38, .23))}[tone]
    t = NT('wood_' + tone)
    v = t.map(t.co(), (1, .12, 1))
    w = t.wave(1.1, 5.5, 3, t.map(t.co(), (1, .09, 1)), wave_type='RINGS', rings_direction='Y')
    n1 = t.noise(9, 6, .65, t.map(t.co(), (2.2, .10, 2.2))); n2 = t.noise(60, 3, .6, t.map(t.co(), (1, .03, 1)))
    f = t.math('MULTIPLY_ADD', w, .45, t.math('MULTIPLY', n1, .55))
    c = t.mix(f, b, a); c = t.mix(t.ramp(n2, [(.35, .35), (.55, 0)]), c, tuple(x * .55 for x in b))
    return t.end(t.bsdf(base=c, rough=t.math('MULTIPLY_ADD', n1, .25, .35), spec=.3, normal=t.bump(t.math('ADD', n2, t.math('MULTIPLY', f, .4)), .14, .03)))


@cached
def stone(tone='travertine'):
    t = NT('stone_' + tone)
    if tone == 'travertine':
        a, b = (.74, .66, .56), (.58, .49, .39)
        f = t.noise(1.3, 8, .6, t.map(t.co(), (1, 1, 3)), 1.2); pits = t.ramp(t.voro(16, t.map(t.co(), (1, 1, 2)), out='Distance'), [(.05, 0), (.16, 1)])
        c = t.mix(t.ramp(f, [(.35, 0), (.65, 1)]), b, a)
        pm = t.ramp(t.noise(2.2, 3), [(.5, 1), (.58, 0)])
        h = t.math('MAXIMUM', pits, pm)
        c = t.mix(t.math('MULTIPLY', t.math('SUBTRACT', 1.0, h), .4), c, (.36, .28, .20))
        return t.end(t.bsdf(base=c, rough=.6, spec=.3, normal=t.bump(t.math('MULTIPLY_ADD', h, .7, t.math('MULTIPLY', t.noise(40, 4), .12)), .5, .05)))
    if tone == 'marble':
        v = t.noise(1.2, 10, .62, None, 2.2)
        vein = t.ramp(t.math('ABSOLUTE', t.math('SUBTRACT', v, .5)), [(0, 1), (.025, .35), (.09, 0)])
        c = t.mix(vein, t.mix(t.noise(.8, 4), (.86, .84, .81), (.78, .76, .73)), (.42, .40, .38))
        return t.end(t.bsdf(base=c, rough=.25, spec=.5, sss=.05, sss_rad=(.1, .1, .1)))
    # slate: dark stone
    f = t.noise(3, 9, .65); c = t.ramp(f, [(.3, (.018, .018, .02)), (.7, (.05, .048, .046))])
    return t.end(t.bsdf(base=c, rough=t.math('MULTIPLY_ADD', f, .3, .35), spec=.4, normal=t.bump(t.noise(7, 10, .7), .35, .06)))


@cached
def velvet(col=(.010, .016, .014), sheen=1.0):
    t = NT('velvet')
    n = t.noise(2.2, 3)
    f = t.facing(.25)
    d = t.n('BsdfDiffuse', {'Color': t.mix(t.math('MULTIPLY', f, .9), col, tuple(min(1, 6 * x + .01) for x in col)), 'Normal': t.bump(t.noise(250, 2), .25, .01)})
    v = t.n('BsdfVelvet', {'Color': tuple(min(1, 5 * x) for x in col), 'Sigma': .5})
    return t.end(t.n('AddShader', {0: d, 1: v}))


@cached
def paper(col=(.85, .82, .76), rough=.8, bump=.15):
    t = NT('paper'); nz = t.noise(30, 6, .6)
    return t.end(t.bsdf(base=t.mix(.15, col, t.ramp(t.noise(8, 5), [(.3, tuple(x * .8 for x in col)), (.7, col)])), rough=rough, spec=.15, normal=t.bump(nz, bump, .03)))


@cached
def linen(col=(.80, .76, .68)):
    t = NT('linen')
    x = t.wave(13, .8, 2, t.co(), bands_direction='X'); y = t.wave(13, .8, 2, t.co(), bands_direction='Y')
    h = t.math('MAXIMUM', x, y)
    return t.end(t.bsdf(base=t.mix(t.math('MULTIPLY', h, .3), tuple(c * .82 for c in col), col), rough=.95, spec=.1, sheen=.4, normal=t.bump(h, .3, .02)))


@cached
def ceramic(col=(.85, .83, .79), rough=.22, speckle=True):
    t = NT('ceramic')
    c = col
    if speckle:
        s = t.ramp(t.voro(22), [(.04, 1), (.09, 0)]); s = t.math('MULTIPLY', s, t.ramp(t.noise(9, 2), [(.5, 0), (.55, .7)]))
        c = t.mix(s, col, (.25, .2, .15))
    return t.end(t.bsdf(base=c, rough=rough, spec=.5, coat=.3, coat_rough=.1, normal=t.bump(t.noise(4, 2), .06, .05)))
