//! Synonyms in English and Chinese, as people use them about a story: they let a query in one
//! language find a tool described in the other. Plain data, read by `concepts`.

/// English words that say nothing about which tool is meant.
pub(super) const STOP_WORDS_ENGLISH: &str = "a about after all_right already also am an and any anyway are \
    as at be been being both but by can could d did do does don down even ever for from give got had \
    has have he her here hers him his how i if in into is it its just kind let like ll lot m maybe me \
    might more much must my need no not now of off ok on once one only or our out over own please re \
    really s shall she should since so some sort still stuff t than that the their them then there \
    these they thing things this those though to too up us ve very want was we well were what when \
    where which while who whose will with would yes yet you your";

/// Chinese words that say nothing about which tool is meant.
pub(super) const STOP_WORDS_CHINESE: &str = "的 了 我 你 他 她 它 我们 你们 他们 她们 把 被 给 帮 帮我 给我 请 想 \
    想要 我想 要 需要 能 能不能 可以 可不可以 会 是 是不是 有 有没有 没有 没 不 在 这 那 这个 那个 这些 那些 \
    这里 那里 这儿 那儿 哪儿 哪 个 些 一 一个 一下 一点 点 吧 吗 呢 啊 呀 嘛 着 过 也 还 还是 就 再 又 才 很 太 \
    更 最 和 跟 与 或 但 而 从 到 对 为 以 于 用 让 使 由 得 地 之 所 来 去 出 上 下 里 中 内 外 前 后 什么 怎么 \
    怎样 如何 多 少 几 好 现在 目前 都 先 那么 这么 然后 一起 自己 人家 东西 时候 地方 应该 可能 已经 刚才 刚 \
    不想 不再 不能 别";

/// More English words that say nothing about which part of a story is meant.
pub(super) const COMMON_ENGLISH: &str = "across always another around away back because below beside \
    better between big both bring come each earlier early else enough everyone everything everywhere \
    few first five found four get give go good help its know last later least less like long look \
    mean most never new next nobody nothing often old other others part perhaps put quite rather say \
    second seem several short sound sounds such sure take ten third three today together turn two \
    under until use used way ways whether whole why without word words work yet";

/// More Chinese words that say nothing about which part of a story is meant.
pub(super) const COMMON_CHINESE: &str = "知道 我们 什么 怎么 为什么 多少 这两 那两 件事 第一 第二 第三 最后 重新 \
    一些 几个 三个 两个 一句 一段 那段 这段 那一段 这一段 谁 全部 整个 所有 都改 改成 换成 应该 能不能 早一点 \
    起来 下来 出来 以后 以前 之后 之前 关于 部分 方面 觉得 还有 没有 可能 一定 非常 比较 一样 其他 别的 每个";

/// English words whose stem does not lead to their base form.
pub(super) const IRREGULAR: &[(&str, &str)] = &[
    ("began", "begin"),
    ("begun", "begin"),
    ("broke", "break"),
    ("broken", "break"),
    ("brought", "bring"),
    ("built", "build"),
    ("chose", "choose"),
    ("chosen", "choose"),
    ("drawn", "draw"),
    ("drew", "draw"),
    ("found", "find"),
    ("gone", "go"),
    ("got", "get"),
    ("hid", "hide"),
    ("hidden", "hide"),
    ("kept", "keep"),
    ("led", "lead"),
    ("lost", "lose"),
    ("made", "make"),
    ("mice", "mouse"),
    ("ran", "run"),
    ("rewrote", "rewrite"),
    ("rewritten", "rewrite"),
    ("said", "say"),
    ("saw", "see"),
    ("seen", "see"),
    ("sent", "send"),
    ("shown", "show"),
    ("spoke", "speak"),
    ("taken", "take"),
    ("thought", "think"),
    ("threw", "throw"),
    ("thrown", "throw"),
    ("told", "tell"),
    ("took", "take"),
    ("undid", "undo"),
    ("undone", "undo"),
    ("went", "go"),
    ("written", "write"),
    ("wrote", "write"),
];

/// Kinds of content kept on nodes of their own, by the first word of their row in [`SYNONYMS`].
pub(super) const KINDS: &[&str] = &["scene", "character", "place", "note"];

/// Rows of synonyms, English and Chinese. English words are compared by their stems; `_` stands for
/// the space in a phrase. A word may occur in several rows.
pub(super) const SYNONYMS: &[(&str, &str)] = &[
    (
        "add create insert make new build introduce set_up come_up_with start_a another extra \
         one_more invent generate produce compose establish put_in place_a",
        "添加 新增 新建 创建 增加 加一 加个 加上 加 插入 建一 建个 建 弄个 弄一 开一 来一 \
         再来 另一 另外 造 补一 补个 新 创作 引入",
    ),
    (
        "remove delete erase drop discard scrap cut bin trash kill clear wipe ditch eliminate \
         get_rid_of throw_out throw_away take_out take_away take_off strike no_longer \
         superfluous has_to_go must_go no_longer_part purge strip omit leave_out cut_out lose \
         do_away_with obsolete unneeded forget_what",
        "删除 删掉 删了 删去 删 移除 去掉 去除 清除 清掉 清理 清空 丢弃 丢掉 扔掉 放弃 不要 \
         不要了 拿掉 拿走 砍掉 剪掉 撤下 撤掉 抹掉 作废 废掉 移走 剔除 不写了 多余 光 不在",
    ),
    (
        "update change set edit modify alter adjust put fix correct amend turn_into make_it \
         switch revise convert transform assign tweak rectify mend give_it overwrite",
        "修改 更改 改成 改为 设置 设为 设成 更新 编辑 调整 变成 变为 换成 换 改 改一 改动 \
         更正 修正 填 填上 填写 写上",
    ),
    (
        "rename title name call retitle headline rechristen",
        "改名 重命名 名字 名称 标题 叫做 名叫 改叫 书名 章名 题目 更名 换个名 起名 叫 取名 \
         命名",
    ),
    (
        "read show view see look display tell get open hear pull_up bring_up remind recite \
         contain hold print recall inspect examine view check_out what_does what_is_in say",
        "查看 看看 看一 看 瞧 阅读 读 念 显示 告诉 打开 翻出 调出 给我看 展示 过一遍 过目 \
         浏览 调出来 上有什么",
    ),
    (
        "list all every each overview catalogue inventory which who chart altogether everything enumerate entire complete",
        "列出 列一 列 所有 全部 哪些 清单 一览 有哪 列表 目录 盘点 汇总 每个 各个 弄个表 \
         做个表 都有",
    ),
    (
        "find search look_for locate mention occur hunt look_up track_down where seek spot discover appear occurrence",
        "查找 搜索 寻找 找到 找出 找 搜 检索 提到 提过 出现 写到 哪里 在哪 哪儿 哪一",
    ),
    (
        "image picture portrait illustration paint draw drawing photo art artwork sketch \
         visual depict avatar cover painting render concept_art look_like visualize scan png \
         jpg jpeg logo",
        "图片 图像 肖像 插图 插画 画像 立绘 头像 封面 配图 照片 概念图 画面 绘制 画一 画个 \
         画出 画 绘 图 出图 美术 原画 手绘 扫描 长什么样 样子 图画 漫画",
    ),
    (
        "text prose content body words wording manuscript writing line sentence paragraph \
         dialogue",
        "正文 文字 文本 段落 内容 原文 文稿 稿子 句子 那句 这句 一句 台词 对白 字句 行文 文章 \
         文 段",
    ),
    (
        "write draft compose pen author rewrite",
        "写 撰写 创作 写作 写一 写出 重写 编写 草拟 起草 动笔",
    ),
    (
        "append continue extend add_to go_on keep_going carry_on end bottom closing further \
         next afterwards what_happens",
        "接着 追加 续写 末尾 继续 继续写 补充 往下写 接下去 下文 结尾 后面加 再加 补上 补写 \
         续 接在后面 最后 差一笔",
    ),
    (
        "replace swap substitute instead exchange find_and_replace",
        "替换 换成 取代 代替 换掉 改成 都换 换",
    ),
    (
        "node card box page element",
        "节点 卡片 卡 元素 条目 页面 页",
    ),
    (
        "scene chapter passage page episode section part event moment",
        "场景 章节 章 回 节 幕 场 片段 桥段 剧情 情节 段子 一章 这章 一幕 卷 楔子 序章 序幕 \
         番外",
    ),
    (
        "character hero heroine protagonist villain antagonist cast person figure npc people \
         role everybody everyone somebody actor sidekick detective butler guard soldier king \
         queen prince princess knight wizard witch doctor captain girl boy woman man mother \
         father sister brother friend enemy suspect killer ghost monster thief priest",
        "人物 角色 主角 反派 配角 男主 女主 男二 女二 主人公 人 龙套 谁 大家 人设 侦探 管家 \
         守卫 士兵 国王 皇帝 王后 公主 王子 骑士 将军 医生 船长 师父 徒弟 姑娘 男人 女人 母亲 \
         父亲 姐姐 哥哥 妹妹 弟弟 朋友 敌人 凶手 嫌疑人 怪物 掌门 长老",
    ),
    (
        "place location setting spot site room town city locale house mansion castle cellar \
         attic forest cave island village tavern inn shop street school harbor harbour garden \
         mountain river kingdom",
        "地点 场所 地方 位置 城市 地图点 地点卡 地名 房间 庄园 城堡 地窖 阁楼 森林 山洞 岛 \
         村庄 酒馆 客栈 商店 学校 码头 花园 皇宫 王国",
    ),
    (
        "note memo idea scrap snippet lore reminder",
        "笔记 备注 便签 想法 灵感 设定集 词条 资料卡",
    ),
    (
        "link edge connect connection join branch choice exit option arrow lead go_to path_to \
         button follow comes_after possibility",
        "连接 链接 连到 连线 连起来 连上 相连 接到 接上 分支 选项 选择支 选择 出口 箭头 跳转 \
         跳到 通到 通往 通向 线 边 连 之后接 接 之后 可能",
    ),
    (
        "unlink disconnect detach sever cut_off separate_from",
        "断开 取消连接 拆开 断掉 切断 解除连接 不连 别连 断",
    ),
    (
        "attribute property key value pair kv trait field stat entry detail fact sheet \
         profile characteristic data",
        "属性 键值 特征 字段 栏目 栏 一栏 一项 条目 设定 人设 资料 档案 数值 人物卡 设定卡 \
         信息 参数 情况",
    ),
    (
        "age hair eye eyes height birthday job occupation mood nickname personality rank \
         faction status blood gender allegiance backstory skill weapon scar zodiac motive \
         allergic clothes uniform dress voice race species religion hobby fear secret goal \
         relationship birthplace hometown",
        "年龄 岁 头发 眼睛 身高 生日 职业 心情 外号 绰号 性格 脾气 等级 境界 修为 灵根 门派 \
         阵营 身份 血型 性别 法宝 功法 技能 身世 籍贯 称号 外貌 兵器 武器 伤疤 疤 星座 动机 \
         过敏 服装 衣服 制服 种族 信仰 爱好 秘密 目标 关系 姓名 出身",
    ),
    (
        "version earlier previous old history revision before former past rewrite iteration \
         originally last_week yesterday",
        "版本 以前 旧 历史 之前 早先 从前 原来 上一版 旧版 老版 旧稿 原稿 第几稿 几稿 一稿 稿 \
         版 那版 这版 上次 上周 昨天 修订",
    ),
    (
        "compare difference differ different diff between versus contrast side_by_side \
         changed next_to_each_other discrepancy tell_apart",
        "比较 对比 对照 差异 区别 不同 不一样 差在 比对 比一 并排",
    ),
    (
        "restore adopt back revert return bring_back go_back roll_back reinstate load reset \
         get_back get_me_back recover retrieve put_back bring_it_back former",
        "恢复 采用 还原 退回 回到 采纳 回滚 换回 找回 用回 读取 读档 变回 复原 倒回",
    ),
    (
        "undo take_back revoke revert reverse oops mistake rollback wrong not_what_i \
         not_like_that cancel_that never_mind roll_that_back retract unmake",
        "撤销 撤回 取消上一步 退一步 撤 反悔 弄错 搞错 退回 后悔 手滑 不算 上一步 不是这样 \
         不是我要 不对 退回去",
    ),
    (
        "redo again reapply do_again repeat restore_undone one_too_many too_far put_that_back",
        "重做 再做 重新应用 恢复撤销 前进一步 再执行 撤多 退多 又要 还要",
    ),
    (
        "step action operation move ctrl_z stack",
        "步骤 操作 步 动作 栈",
    ),
    (
        "draft proposal pending review suggestion propose waiting approve approval decide \
         accept sign_off look_over haven_looked",
        "草稿 提案 待审 审阅 审核 提议 建议 待定 等我 待处理 审 采纳 未定 批准 确认 没看过 \
         过一遍 生效",
    ),
    (
        "export save download output convert send share hand_in publish package paper",
        "导出 另存 输出 下载 转换 转成 存成 打包 生成文件 分享 发给 发布 交稿 投稿 经纪人 \
         编辑部 出版社",
    ),
    (
        "import load upload bring_in read_in pull_in migrate",
        "导入 载入 读入 上传 导进 搬过来 搬进 引入 迁移 读进",
    ),
    (
        "file format type docx word pdf epub html markdown txt twine twee ink yarn json renpy \
         fountain scrivener support",
        "文件 格式 文档 电子书 网页 离线 兼容 支持 扩展名",
    ),
    (
        "state milestone snapshot checkpoint bookmark save_point savepoint freeze tag \
         mark_the",
        "状态 标记 快照 里程碑 存档 存个档 存档点 命名状态 节点存档 备份 记作 档 封存 留底",
    ),
    (
        "path way route walk reach get_from get_to lead_to road",
        "路径 路线 走到 到达 怎么走 通往 走法 怎样才能 经过 走完 一路 路 途径",
    ),
    (
        "start begin first opening beginning entry prologue initial",
        "开头 开始 起点 开端 首个 开局 开场 入口 第一个 一开始 最先",
    ),
    (
        "ending end finale conclusion final last_page over finish close the_end",
        "结局 结尾 完结 终点 大结局 收尾 尾声 完 终章 结束",
    ),
    (
        "unreachable orphan dead loose broken problem check mistake fault lint error hole bug \
         dead_end validate verify proof inspect forgotten inconsistent never logical forget \
         miss flaw issue trouble glitch proofread stuck nowhere contradiction",
        "孤立 到不了 走不到 走不通 死路 问题 检查 断链 错误 毛病 漏洞 体检 纰漏 遗漏 死胡同 \
         纠错 挑错 核对 断掉 矛盾 漏 漏连 漏掉 逻辑",
    ),
    (
        "move position shift drag nudge left right up down relocate push transfer slide nearer closer further",
        "移动 位置 挪 拖 往左 往右 往上 往下 左边 右边 上面 下面 移到 挪到 放到 移 左 右 \
         换个位置",
    ),
    (
        "arrange layout align tidy clean line_up spread lay_out organize neat row column \
         sort_out space_out distribute overlap mess rearrange straighten side_by_side \
         under_one_another beneath in_a_row in_a_column",
        "排列 布局 对齐 整理 排版 排成 排好 排开 码齐 理一理 摆 摆整齐 整齐 重排 乱 重叠 挤 \
         自动排 间距 收拾 排 捋 捋顺 并排 重新摆 摆放 竖列 一竖列 横排 一排 一列",
    ),
    (
        "group frame folder cluster region container bundle box act wrap part volume",
        "分组 组合 归类 放进 框 区域 组 文件夹 容器 圈 圈起来 归到 分卷 打成一组 归为一组",
    ),
    (
        "ungroup dissolve take_apart break_up split_up unwrap",
        "取消分组 解散 拆散 拆组 解组 拆掉 拆 拆开",
    ),
    (
        "fold collapse hide closed shrink minimize close_up close_the",
        "折叠 收起 收起来 隐藏 合上 收拢 合起来 缩起来 藏",
    ),
    (
        "unfold expand open show_inside reveal",
        "展开 打开 点开 摊开",
    ),
    (
        "color colour tint red blue green yellow purple orange pink highlight shade hue",
        "颜色 上色 染色 红色 蓝色 绿色 黄色 紫色 橙色 粉色 底色 着色 染成 标成 色 红 蓝 绿 \
         高亮",
    ),
    (
        "kind type category class sort_of turn_into treat_as classify",
        "类型 种类 类别 类 当成 归为 算作 算 转成 属于 分类",
    ),
    (
        "copy duplicate clone same once_more twin twice replicate reproduce",
        "复制 副本 拷贝 克隆 拷 一样的 一模一样 同样 照着 再来一份 两份 一份",
    ),
    (
        "merge combine unite fuse join_together put_together consolidate",
        "合并 并入 合成 并成",
    ),
    (
        "split divide separate part_in_two cut_in_two break_into",
        "拆分 分成 切开 分割",
    ),
    (
        "outline structure summary summarize tree map overview big_picture skeleton gist \
         hierarchy",
        "大纲 结构 概要 总结 概述 地图 脉络 梗概 提纲 框架 树状 树 总览 骨架 纲要 全貌",
    ),
    (
        "story whole book project tale novel game work manuscript plot",
        "故事 整个 全书 作品 小说 整本 整本书 这本书 书 项目 游戏 全文 剧情",
    ),
    (
        "canvas map board graph whiteboard screen",
        "画布 图 地图 整张图 白板 面板 导图 版面 画板",
    ),
    (
        "neighbor neighbour surround near around adjacent next before after incoming outgoing \
         lead_into",
        "邻居 周围 相邻 附近 前后 上下文 前一 后一 上一章 下一章 接着哪 旁边 相关",
    ),
    (
        "condition require only_if depend unlock show_up available when_they_have",
        "条件 如果 前提 只有 才能 才会 才出现 满足 解锁 要求 出现条件",
    ),
    ("order sequence reorder", "顺序 次序 排序 先后"),
    (
        "count statistic number length long many much longest shortest total how_many \
         how_long how_much",
        "多少 统计 数量 字数 几个 多长 多久 篇幅 总共 一共 最长 最短 多少字 万字 时长 长度 \
         数据",
    ),
    (
        "variable flag counter gold point score true false points money health coin affection \
         adds_one plus_one increase decrease raise clue",
        "变量 标志 计数 好感度 好感 金币 数值 分数 为真 扣 加十 积分 血量 点数 加一 减一 加 \
         变成真 线索",
    ),
    (
        "enter arrive visit reach_this get_here upon_entering on_enter coming_into finding \
         come_into",
        "进入 到达 一进 进到 走进 来到 触发 走到这 到这里 进 到了",
    ),
    (
        "play run preview test try walk_through simulate playtest pick player reader",
        "试玩 运行 预览 游玩 试读 走一遍 玩一遍 玩 模拟 试一遍 跑一遍 演示 玩家 读者",
    ),
    (
        "sound audio music voice song narrate",
        "声音 音乐 音频 配音 朗读 音效",
    ),
    ("translate language translation", "翻译 语言 译成"),
    ("document doc page publish website", "发布 出版 网页 文档"),
    ("send mail message email chat", "发送 邮件 消息 短信 聊天"),
    (
        "calendar meeting appointment schedule reminder deadline",
        "日历 会议 日程 预约 提醒 截止",
    ),
    (
        "money invoice payment pay price bill",
        "发票 付款 支付 账单 价格 定价",
    ),
    ("customer client contact", "客户 联系人"),
    (
        "table row column spreadsheet database",
        "表格 数据库 表 对照表",
    ),
    ("user account member", "用户 账号 成员"),
    ("task todo ticket issue", "任务 待办 工单"),
    ("ship deliver parcel delivery", "发货 快递 包裹 配送"),
    (
        "several many multiple bulk batch selected at_once in_one_go all_of_these together \
         all_these both few",
        "几个 这些 批量 一次性 统一 一起 选中 全都 全部 都 多个 一批 同时 一口气 这几 几张 \
         几章",
    ),
    (
        "log activity lately recent recently what_happened who_changed changelog today",
        "日志 动态 最近 近来 记录 谁改 改过 修改记录 改动记录 今天 动过",
    ),
    (
        "label caption reword text_of wording phrase",
        "标签 文案 措辞 话术 文字 字样 说法",
    ),
    (
        "typo misspell misspelled spelling spelled_wrong wrong_word",
        "错别字 写错 写成 拼错 笔误 错字",
    ),
    ("tag mark flag label", "标记 标签 打标 标一下 标为 标"),
];
